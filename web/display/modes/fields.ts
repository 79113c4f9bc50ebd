import { Vector3 } from 'three';

/** Something in a display file is not allowed: where, and what. */
export class LayoutError extends Error {
  constructor(
    readonly path: string,
    what: string,
  ) {
    super(path === '' ? `The display file ${what}.` : `${path} ${what}.`);
  }
}

export const at = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);
const shown = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** Reads a value, or throws. */
export type Reader<T> = (path: string, value: unknown) => T;

/** The keys of an object; what nobody has taken is a mistake. */
export class Fields {
  private readonly rest: Map<string, unknown>;
  private readonly known: string[] = [];

  constructor(
    readonly path: string,
    value: unknown,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new LayoutError(path, `is ${shown(value)}; an object { } is needed`);
    }
    this.rest = new Map(Object.entries(value));
  }

  take(key: string): unknown {
    const value = this.rest.get(key);
    this.rest.delete(key);
    this.known.push(key);
    return value;
  }

  object(key: string): Fields | undefined {
    const value = this.take(key);
    return value === undefined ? undefined : new Fields(at(this.path, key), value);
  }

  /** Refuses keys that mean nothing. */
  end(): void {
    for (const key of this.rest.keys()) {
      const allowed = this.known.join(', ');
      throw new LayoutError(at(this.path, key), `is no key that is known; allowed are ${allowed}`);
    }
  }
}

export const text: Reader<string> = (path, value) => {
  if (typeof value !== 'string')
    throw new LayoutError(path, `is ${shown(value)}; a text is needed`);
  return value;
};

export const number =
  (low: number, high: number): Reader<number> =>
  (path, value) => {
    if (typeof value === 'number' && value >= low && value <= high) return value;
    throw new LayoutError(path, `is ${shown(value)}; a number from ${low} to ${high} is needed`);
  };

export const oneOf =
  <T extends string>(words: readonly T[]): Reader<T> =>
  (path, value) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw new LayoutError(path, `is ${shown(value)}; allowed are ${words.join(', ')}`);
  };

// biome-ignore lint/suspicious/noExplicitAny: a tuple of the length that is asked for
export const list = (length: number, item: Reader<number>): Reader<any> => {
  return (path, value) => {
    if (!Array.isArray(value) || value.length !== length) {
      throw new LayoutError(path, `is ${shown(value)}; a list of ${length} numbers is needed`);
    }
    return value.map((one, i) => item(`${path}[${i}]`, one));
  };
};

export function optional<T>(f: Fields, key: string, read: Reader<T>, otherwise: T): T {
  const value = f.take(key);
  return value === undefined ? otherwise : read(at(f.path, key), value);
}

export function vector(f: Fields, key: string): Vector3 {
  const path = at(f.path, key);
  return new Vector3(
    ...(list(3, number(-1000, 1000))(path, f.take(key)) as [number, number, number]),
  );
}

/** A map of named things. */
export function map<T>(f: Fields, key: string, read: (name: string, fields: Fields) => T): T[] {
  const value = f.take(key);
  const path = at(f.path, key);
  new Fields(path, value);
  return Object.entries(value as object).map(([name, one]) =>
    read(name, new Fields(at(path, name), one)),
  );
}
