import { describe, expect, it } from 'vitest';
import { AssetCache } from './assets.js';

const kName = '0123456789abcdef';

function server(answers: (number | Error)[]) {
  const asked: string[] = [];
  const cache = new AssetCache('http://seat/', async (url) => {
    asked.push(url);
    const answer = answers.shift() ?? 200;
    if (answer instanceof Error) throw answer;
    const bytes = new Uint8Array([asked.length]).buffer;
    return { ok: answer === 200, status: answer, arrayBuffer: async () => bytes };
  });
  return { asked, cache };
}

describe('assets', () => {
  it('are fetched once, however many ask and when', async () => {
    const { asked, cache } = server([]);
    const [a, b] = await Promise.all([cache.get(kName), cache.get(kName)]);
    expect(a).toBe(b);
    await cache.get(kName);
    expect(asked).toEqual([`http://seat/assets/${kName}`]);
  });

  it('that could not be had are asked for again', async () => {
    const { asked, cache } = server([404, new TypeError('no network'), 200]);
    await expect(cache.get(kName)).rejects.toThrow('404');
    await expect(cache.get(kName)).rejects.toThrow('no network');
    expect(new Uint8Array(await cache.get(kName))[0]).toBe(3);
    expect(asked.length).toBe(3);
  });

  it('have names of 16 digits and nothing else', async () => {
    const { asked, cache } = server([]);
    for (const name of ['', '../../etc/passwd', `${kName}0`]) {
      await expect(cache.get(name)).rejects.toThrow('not the name');
    }
    expect(asked).toEqual([]);
  });
});
