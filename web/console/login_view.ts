import { make } from '../shared/widgets/dom.js';
import type { State } from './model.js';
import { type Desk, field, form, submitButton, textInput, type View } from './view.js';
import { say } from './words.js';

/** Name and password; at the first run also the code that the console printed. */
export class LoginView implements View {
  readonly root = make('section', { class: 'login card' });

  constructor(desk: Desk, state: State, entered: (state: State) => void) {
    const name = textInput({ id: 'name', autocomplete: 'username', required: '' });
    const password = make('input', {
      type: 'password',
      id: 'password',
      required: '',
      autocomplete: state.set_up ? 'current-password' : 'new-password',
    });
    const code = textInput({ id: 'code', value: codeOfAddress() });
    const first = !state.set_up;
    const send = () =>
      desk.attempt(async () => {
        const given = { name: name.value, password: password.value, code: code.value };
        entered(await desk.api.post<State>(first ? '/api/setup' : '/api/login', given));
      });
    this.root.append(
      make('h2', {}, say(first ? 'firstRun' : 'logIn')),
      form(
        send,
        ...(first ? [make('p', {}, say('firstRunHelp')), field(say('setupCode'), code)] : []),
        field(say('name'), name),
        field(say('password'), password),
        submitButton(say(first ? 'setPassword' : 'logIn'), 'enter'),
      ),
    );
  }

  async refresh(): Promise<void> {}
}

const codeOfAddress = (): string =>
  new URLSearchParams(window.location.hash.slice(1)).get('setup') ?? '';
