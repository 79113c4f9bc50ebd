/** The part of `fetch` that is used. */
export type Fetch = (url: string) => Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>>;

/** Files that never change under their name: fetched once, however many ask. */
export class AssetCache {
  private readonly asked = new Map<string, Promise<ArrayBuffer>>();

  /** @param files the server's address, with a slash at its end */
  constructor(
    private readonly files: string,
    private readonly fetcher: Fetch = (url) => fetch(url),
  ) {}

  get(name: string): Promise<ArrayBuffer> {
    const found = this.asked.get(name) ?? this.load(name);
    this.asked.set(name, found);
    return found;
  }

  private async load(name: string): Promise<ArrayBuffer> {
    try {
      if (!/^[0-9a-f]{16}$/.test(name)) throw new Error(`"${name}" is not the name of an asset`);
      const reply = await this.fetcher(`${this.files}assets/${name}`);
      if (!reply.ok) throw new Error(`asset ${name}: the server answered ${reply.status}`);
      return await reply.arrayBuffer();
    } catch (error) {
      // What failed once may be had the next time it is asked for.
      this.asked.delete(name);
      throw error;
    }
  }
}
