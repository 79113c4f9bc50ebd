import { make, makeSelect, setText } from '../shared/widgets/dom.js';
import { attemptTable } from './attempts_view.js';
import type { PersonDetail, School } from './model.js';
import {
  button,
  type Desk,
  field,
  form,
  link,
  submitButton,
  table,
  textInput,
  type View,
} from './view.js';
import { say } from './words.js';

/** Classes and students; tables in and out. */
export class StudentsView implements View {
  readonly root = make('section', { id: 'students' });
  private readonly people = make('div', { id: 'people' });
  private readonly classes = make('div', { id: 'classes' });
  private readonly className = textInput({ id: 'class-name' });
  private readonly name = textInput({ id: 'student-name' });
  private readonly number = textInput({ id: 'student-number' });
  private readonly ofClass = makeSelect([], { id: 'student-class' });
  private readonly imported = make('p', { id: 'imported' });
  private known = '';

  constructor(private readonly desk: Desk) {
    const post = (path: string, body: object, ...clear: HTMLInputElement[]) =>
      desk.attempt(async () => {
        await desk.api.post(path, body);
        for (const input of clear) input.value = '';
        await this.refresh();
      });
    const addClass = () => post('/api/classes', { name: this.className.value }, this.className);
    const addPerson = () =>
      post(
        '/api/persons',
        { name: this.name.value, number: this.number.value, class: this.ofClass.value },
        this.name,
        this.number,
      );
    this.root.append(
      make('h2', {}, say('classes')),
      this.classes,
      form(addClass, field(say('newClass'), this.className), submitButton(say('add'), 'add-class')),
      make('h2', {}, say('students')),
      this.people,
      form(
        addPerson,
        field(say('newStudent'), this.name),
        field(say('number'), this.number),
        field(say('class'), this.ofClass),
        submitButton(say('add'), 'add-student'),
      ),
      field(say('importTable'), this.fileInput()),
      this.imported,
      make(
        'p',
        { class: 'row' },
        link(say('exportGrades'), '/api/grades.csv'),
        link(say('exportStatements'), '/api/statements.jsonl'),
      ),
    );
  }

  async refresh(): Promise<void> {
    const school = await this.desk.api.get<School>('/api/persons');
    const text = JSON.stringify(school);
    if (text === this.known) return;
    this.known = text;
    this.classes.replaceChildren(
      ...school.classes.map((c) =>
        make(
          'p',
          { class: 'row' },
          make('span', {}, `${c.name} (${c.members})`),
          link(say('report'), `/report/class/${c.id}`),
        ),
      ),
    );
    const chosen = this.ofClass.value;
    this.ofClass.replaceChildren(
      make('option', { value: '' }, say('noClass')),
      ...school.classes.map(({ name }) => make('option', { value: name }, name)),
    );
    this.ofClass.value = chosen;
    const rows = school.persons.map((p) => [
      button(p.name, () => this.desk.show(new StudentView(this.desk, p.id)), { class: 'link' }),
      p.number,
      p.classes.join(', '),
      link(say('report'), `/report/person/${p.id}`),
    ]);
    this.people.replaceChildren(
      rows.length === 0
        ? make('p', {}, say('students0'))
        : table([say('name'), say('number'), say('class'), ''], rows),
    );
  }

  private fileInput(): HTMLInputElement {
    const input = make('input', { type: 'file', id: 'table', accept: '.csv,text/csv' });
    input.onchange = () =>
      this.desk.attempt(async () => {
        const file = input.files?.[0];
        if (!file) return;
        const text = await file.text();
        input.value = '';
        const result = await this.desk.api.post<{ added: number; known: number }>('/api/import', {
          text,
        });
        setText(this.imported, say('imported', result));
        await this.refresh();
      });
    return input;
  }
}

/** One student: attempts and notes. */
class StudentView implements View {
  readonly root = make('section', { id: 'student' });
  private readonly title = make('h2');
  private readonly attempts = make('div');
  private readonly notes = make('ul', { id: 'notes' });
  private readonly note = textInput({ id: 'note', maxlength: '2000' });
  private known = '';

  constructor(
    private readonly desk: Desk,
    private readonly id: number,
  ) {
    const add = () =>
      desk.attempt(async () => {
        await desk.api.post('/api/notes', { person: id, text: this.note.value });
        this.note.value = '';
        await this.refresh();
      });
    this.root.append(
      this.title,
      link(say('report'), `/report/person/${id}`),
      make('h3', {}, say('attempts')),
      this.attempts,
      make('h3', {}, say('notes')),
      this.notes,
      form(add, field(say('newNote'), this.note), submitButton(say('add'), 'add-note')),
    );
  }

  async refresh(): Promise<void> {
    const detail = await this.desk.api.get<PersonDetail>(`/api/person?id=${this.id}`);
    const text = JSON.stringify(detail);
    if (text === this.known) return;
    this.known = text;
    setText(this.title, detail.person.name);
    this.attempts.replaceChildren(attemptTable(this.desk, detail.attempts));
    this.notes.replaceChildren(
      ...detail.notes.map((n) => make('li', {}, `${n.at} ${n.by}: ${n.text}`)),
    );
  }
}
