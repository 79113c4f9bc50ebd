/** A key's name for people: "KeyA" is A, "ArrowUp" is an arrow. */
export function keyName(code: string): string {
  const arrows: Record<string, string> = {
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
  };
  return (
    arrows[code] ??
    code
      .replace(/^Key|^Digit/, '')
      .replace(/^Numpad/, 'Num ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
  );
}
