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

/** What people in the United States measure with instead: unit, and how many of them one of ours is. */
const kUs: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  m: ['ft', 3.28084],
  'm/s': ['ft/s', 3.28084],
  'm/s²': ['ft/s²', 3.28084],
  'km/h': ['mph', 0.621371],
  kg: ['lb', 2.20462],
  t: ['US t', 1.10231],
  'm³': ['yd³', 1.30795],
  N: ['lbf', 0.224809],
  'N m': ['lbf ft', 0.737562],
  bar: ['psi', 14.5038],
};

/** A value in the units of the page: `<html data-units>` says which. */
function inUnits(values: readonly number[], unit: string): [readonly number[], string] {
  const us = typeof document !== 'undefined' && document.documentElement.dataset.units === 'us';
  const other = us ? kUs[unit] : undefined;
  return other ? [values.map((value) => value * other[1]), other[0]] : [values, unit];
}

/** Numbers in the unit and with the digits that the machine asks for. */
export function formatShown(given: readonly number[], of: string, decimals: number): string {
  const [values, unit] = inUnits(given, of);
  const numbers = values.map((value) => {
    if (!Number.isFinite(value)) return '–';
    const text = value.toFixed(decimals);
    return Number(text) === 0 ? (0).toFixed(decimals) : text;
  });
  return `${numbers.join(', ')}${suffixOf(unit)}`;
}

/** Numbers as measured, with about three digits; thousands of N, J, W with a k. */
export function formatMeasured(given: readonly number[], of: string): string {
  const [values, unit] = inUnits(given, of);
  const large = /^(N|N m|J|W|lbf|lbf ft)$/.test(unit) && values.some((v) => Math.abs(v) >= 1000);
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
