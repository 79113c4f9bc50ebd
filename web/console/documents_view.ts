import { make } from '../shared/widgets/dom.js';
import { type Desk, link, type View } from './view.js';
import { say } from './words.js';

/** Files of the console's folder of documents. */
export class DocumentsView implements View {
  readonly root = make('section', { id: 'documents' });

  constructor(private readonly desk: Desk) {}

  async refresh(): Promise<void> {
    const names = await this.desk.api.get<string[]>('/api/documents');
    const rows = names.map((n) => make('p', {}, link(n, `/documents/${encodeURIComponent(n)}`)));
    this.root.replaceChildren(...(rows.length > 0 ? rows : [make('p', {}, say('documents0'))]));
  }
}
