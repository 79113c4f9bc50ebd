/** About three significant digits, and never a lone minus before zero. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** How a unit is written after a number. */
const suffixOf = (unit: string): string => (unit === '' ? '' : unit === 'deg' ? '°' : ` ${unit}`);

/** Numbers in the unit and with the digits that the machine asks for. */
export function formatShown(values: readonly number[], unit: string, decimals: number): string {
  const numbers = values.map((value) => {
    if (!Number.isFinite(value)) return '–';
    const text = value.toFixed(decimals);
    return Number(text) === 0 ? (0).toFixed(decimals) : text;
  });
  return `${numbers.join(', ')}${suffixOf(unit)}`;
}

/** Numbers as measured, with about three digits; thousands of N, J, W with a k. */
export function formatMeasured(values: readonly number[], unit: string): string {
  const large = /^(N|N m|J|W)$/.test(unit) && values.some((v) => Math.abs(v) >= 1000);
  const numbers = values.map((value) => formatNumber(large ? value / 1000 : value));
  return `${numbers.join(', ')}${suffixOf(large ? `k${unit}` : unit)}`;
}

/** Minutes and seconds: 83.25 is 1:23.2. */
export function formatTime(seconds: number): string {
  const tenths = Math.floor(10 * Math.max(0, seconds) + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths % 600) / 10).toFixed(1);
  return `${minutes}:${rest.padStart(4, '0')}`;
}

export function formatTilt(radians: number, positive: string, negative: string): string {
  const degrees = (180 / Math.PI) * radians;
  const text = Math.abs(degrees).toFixed(1);
  if (text === '0.0') return '0.0°';
  return `${text}° ${degrees > 0 ? positive : negative}`;
}
