import { describe, expect, it } from 'vitest';
import { filesUrl, pageUrl, readAddress, serverUrl } from './address.js';

const page = { protocol: 'http:', host: 'seat:8080', search: '' };
const at = (search: string) => readAddress({ ...page, search }, 'operate');

describe('the address of the server', () => {
  it('is the host of the page unless given', () => {
    expect(serverUrl(page)).toBe('ws://seat:8080/ws');
    expect(serverUrl({ ...page, protocol: 'https:' })).toBe('wss://seat:8080/ws');
    expect(serverUrl({ ...page, search: '?server=ws://a:1/ws' })).toBe('ws://a:1/ws');
  });

  it('gives the address of its files', () => {
    expect(filesUrl('ws://seat:8080/ws')).toBe('http://seat:8080/');
    expect(filesUrl('wss://a/sim/ws?operator=k')).toBe('https://a/sim/');
  });
});

describe('the address of a page', () => {
  it('names role and token, and a page has a role of its own', () => {
    expect(at('')).toMatchObject({ role: 'operate', token: '', quality: undefined });
    expect(at('?role=instruct&token=a%20b')).toMatchObject({ role: 'instruct', token: 'a b' });
    expect(at('?role=king').role).toBe('operate');
    expect(readAddress(page, 'watch').role).toBe('watch');
  });

  it('still understands an observer', () => {
    expect(at('?observer=1').role).toBe('watch');
    expect(at('?observer=1&role=operate').role).toBe('operate');
  });

  it('names the quality', () => {
    expect(at('?quality=low').quality).toBe('low');
    expect(at('?quality=best').quality).toBe('high');
  });

  it('is handed on with server and token, not with the role', () => {
    const search = '?token=s%26t&role=watch&server=ws://a:1/ws';
    const url = new URL(pageUrl('panel.html', { search }), 'http://x/');
    expect(url.pathname).toBe('/panel.html');
    expect([...url.searchParams]).toEqual([
      ['server', 'ws://a:1/ws'],
      ['token', 's&t'],
    ]);
    expect(pageUrl('panel.html', { search: '' })).toBe('panel.html');
  });
});
