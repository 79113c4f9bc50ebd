import { describe, expect, it } from 'vitest';
import { keyName } from './keys.js';

describe('keys in words', () => {
  it('names keys as they are printed', () => {
    expect(keyName('KeyA')).toBe('A');
    expect(keyName('Digit1')).toBe('1');
    expect(keyName('ArrowUp')).toBe('↑');
    expect(keyName('Space')).toBe('Space');
    expect(keyName('ShiftLeft')).toBe('Shift Left');
    expect(keyName('Numpad4')).toBe('Num 4');
  });
});
