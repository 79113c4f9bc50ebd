/**
 * What a page asks the server for: to look, to move the levers, or to change the world as well. `any` is
 * what the server gives to everybody.
 */
export type RoleName = 'any' | 'watch' | 'operate' | 'instruct';
const kRoles: readonly RoleName[] = ['any', 'watch', 'operate', 'instruct'];

/** What the address of a page says. */
export interface PageAddress {
  /** The WebSocket of the server. */
  server: string;
  /** The server's address for files. */
  files: string;
  role: RoleName;
  /** Shows the server that the role is ours; empty when it asks for none. */
  token: string;
  quality: 'high' | 'low' | undefined;
}

type Place = Pick<Location, 'protocol' | 'host' | 'search'>;

/** The address of the server: `?server=` or the host of the page. */
export function serverUrl(location: Place): string {
  const given = new URLSearchParams(location.search).get('server');
  if (given) return given;
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

/** Where the files of a server are: beside its WebSocket. */
export const filesUrl = (server: string): string =>
  server.replace(/^ws/, 'http').replace(/\/ws(\?.*)?$/, '/');

/** @param otherwise the role of a page whose address names none */
export function readAddress(location: Place, otherwise: RoleName): PageAddress {
  const parameters = new URLSearchParams(location.search);
  const asked = kRoles.find((role) => role === parameters.get('role'));
  const watches = parameters.get('observer') === '1';
  const quality = parameters.get('quality');
  const server = serverUrl(location);
  return {
    server,
    files: filesUrl(server),
    role: asked ?? (watches ? 'watch' : otherwise),
    token: parameters.get('token') ?? '',
    quality: quality === null ? undefined : quality === 'low' ? 'low' : 'high',
  };
}

/** Parameters that every page understands, to be handed on to the next. */
const kHandedOn = ['server', 'token'];

/** The address of another page of the same server, for the same person. */
export function pageUrl(file: string, location: Pick<Location, 'search'>): string {
  const given = new URLSearchParams(location.search);
  const kept = new URLSearchParams();
  for (const name of kHandedOn) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  const query = kept.toString();
  return query ? `${file}?${query}` : file;
}

/** The address of this page in another role. */
export function withRole(role: RoleName, location: Pick<Location, 'search'>): string {
  const parameters = new URLSearchParams(location.search);
  parameters.delete('observer');
  parameters.set('role', role);
  return `?${parameters}`;
}
