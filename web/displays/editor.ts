import { kCards } from '../display/modes/card.js';
import { type Channel, readLayout } from '../display/modes/layout.js';
import { meshOf } from '../display/modes/output.js';
import { kPresets } from '../display/modes/presets.js';
import { pageUrl } from '../shared/link/address.js';
import type { Preferences } from '../shared/state/preferences.js';
import { make, makeButton, setText } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';

interface Parts {
  presets: HTMLElement;
  file: HTMLTextAreaElement;
  problem: HTMLElement;
  channels: HTMLElement;
  keep: HTMLButtonElement;
  save: HTMLButtonElement;
  open: HTMLInputElement;
  mesh: HTMLInputElement;
}

/** Edits the display file of this computer: what is wrong with it, which channels it has. */
export class DisplayEditor {
  constructor(
    private readonly preferences: Preferences,
    private readonly parts: Parts,
  ) {
    const { presets, file, keep, save, open, mesh } = parts;
    presets.replaceChildren(
      ...Object.entries(kPresets).map(([name, preset]) =>
        makeButton(name, () => this.show(JSON.stringify(preset, undefined, 2))),
      ),
    );
    file.oninput = () => this.check();
    keep.onclick = () => {
      preferences.set({ display: file.value });
      this.check();
    };
    save.onclick = () => this.save();
    open.onchange = () => void this.open(open, (words) => this.show(words));
    mesh.onchange = () => void this.open(mesh, (words) => this.addMesh(words));
    const kept = preferences.value.display;
    this.show(kept || JSON.stringify(kPresets['one screen'], undefined, 2));
  }

  private show(words: string): void {
    this.parts.file.value = words;
    this.check();
  }

  private check(): void {
    const { file, problem, channels, keep } = this.parts;
    try {
      const layout = readLayout(file.value);
      for (const { dome, aspect } of layout.channels) if (dome) meshOf(dome, aspect || 4 / 3);
      const kept = this.preferences.value.display === file.value;
      setText(problem, text(kept ? 'displayKept' : 'displayFine'));
      problem.classList.remove('bad');
      channels.replaceChildren(...layout.channels.map((channel) => this.row(channel, kept)));
      keep.disabled = false;
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
      problem.classList.add('bad');
      channels.replaceChildren();
      keep.disabled = true;
    }
  }

  private row(channel: Channel, kept: boolean): HTMLElement {
    const { name, dome, surface, stereo } = channel;
    const address = (card?: string) => {
      const url = pageUrl('index.html', window.location);
      const more = new URLSearchParams({ display: name, ...(card && { card }) });
      return `${url}${url.includes('?') ? '&' : '?'}${more}`;
    };
    const link = (words: string, card?: string) =>
      make('a', { href: address(card), target: '_blank' }, words);
    const kind = dome ? `dome, ${dome.map}` : surface ? 'surface' : 'window';
    return make(
      'tr',
      {},
      make('td', {}, kept ? link(name) : name),
      make('td', {}, stereo === 'none' ? kind : `${kind}, ${stereo}`),
      make('td', {}, ...(kept ? kCards.map((card) => link(card, card)) : [text('keepFirst')])),
    );
  }

  private save(): void {
    const file = new Blob([this.parts.file.value], { type: 'application/json' });
    const link = make('a', { href: URL.createObjectURL(file), download: 'display.json' });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private async open(input: HTMLInputElement, take: (words: string) => void): Promise<void> {
    const words = await input.files?.[0]?.text();
    if (words !== undefined) take(words);
    input.value = '';
  }

  /** A channel that shows a dome by this mesh, beside those there are. */
  private addMesh(mesh: string): void {
    try {
      const file = JSON.parse(this.parts.file.value) as { channels?: Record<string, unknown> };
      file.channels = { ...file.channels, warped: { dome: { map: 'warp', mesh } } };
      this.show(JSON.stringify(file, undefined, 2));
    } catch {
      this.check();
    }
  }
}
