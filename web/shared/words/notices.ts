import { type Notice, Notice_Level, Tilt } from '../../protocol/outrigger_pb.js';
import type { LinkState } from '../link/link.js';
import { text } from './language.js';
import { formatNumber } from './quantities.js';

export type Level = 'info' | 'warning' | 'error';

export function levelOf(level: Notice_Level): Level {
  if (level === Notice_Level.ERROR) return 'error';
  return level === Notice_Level.WARNING ? 'warning' : 'info';
}

/** What an operator reads while the machine leans too far. */
export function alarmText(tilt: Tilt, replay: boolean): string {
  if (tilt === Tilt.LEANING) return text('leaning');
  if (tilt !== Tilt.ROLLED_OVER) return '';
  return text(replay ? 'rolledOver' : 'rolledOverHelp');
}

/** Seconds without a frame that a page mentions. */
export const kSilence = 3;

/**
 * The state of the link in words.
 *
 * @param retryIn seconds until the next attempt, when it is lost
 * @param silence seconds since the server was last heard of
 */
export function linkText(state: LinkState, watching: boolean, retryIn = 0, silence = 0): string {
  switch (state) {
    case 'connecting':
      return text('connecting');
    case 'lost':
      return text('lostRetry', { seconds: retryIn.toFixed(retryIn < 1 ? 2 : 0) });
    case 'refused':
      return text('noConnection');
    default:
      if (silence > kSilence) return text('silent', { seconds: silence.toFixed(0) });
      return text(watching ? 'watching' : 'connected');
  }
}

/** What a notice tells besides its text: kind, parts and place. */
export function noticeDetails({ kind, parts, place }: Pick<Notice, 'kind' | 'parts' | 'place'>) {
  const [x, y, z] = place;
  const words = [kind.replaceAll('_', ' '), parts.join(', ')];
  if (x !== undefined && y !== undefined && z !== undefined) {
    words.push(`at ${[x, y, z].map(formatNumber).join(', ')} m`);
  }
  return words.filter((word) => word !== '').join(' · ');
}
