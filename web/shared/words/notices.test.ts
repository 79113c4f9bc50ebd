import { describe, expect, it } from 'vitest';
import { Notice_Level, Tilt } from '../../protocol/outrigger_pb.js';
import { alarmText, levelOf, linkText, noticeDetails } from './notices.js';

describe('the alarm', () => {
  it('says what to do, and nothing while the machine stands', () => {
    expect(alarmText(Tilt.UPRIGHT, false)).toBe('');
    expect(alarmText(Tilt.LEANING, false)).toMatch(/may roll over/);
    expect(alarmText(Tilt.ROLLED_OVER, false)).toMatch(/Reset/);
    expect(alarmText(Tilt.ROLLED_OVER, true)).toBe('Rolled over.');
  });
});

describe('the state of the link', () => {
  it('is told in words', () => {
    expect(linkText('connecting', false)).toBe('connecting');
    expect(linkText('connected', false)).toBe('connected');
    expect(linkText('connected', true)).toBe('connected, watching only');
    expect(linkText('lost', false, 0.25)).toBe('connection lost, next attempt in 0.25 s');
    expect(linkText('lost', false, 4)).toBe('connection lost, next attempt in 4 s');
  });

  it('mentions a server that is silent', () => {
    expect(linkText('connected', false, 0, 2.9)).toBe('connected');
    expect(linkText('connected', true, 0, 12.4)).toBe('connected, no data for 12 s');
  });
});

describe('a level', () => {
  it('is information unless it is known to be more', () => {
    expect(levelOf(Notice_Level.ERROR)).toBe('error');
    expect(levelOf(Notice_Level.WARNING)).toBe('warning');
    expect(levelOf(99 as Notice_Level)).toBe('info');
  });
});

describe('a notice', () => {
  it('tells its kind, parts and place besides the text', () => {
    expect(noticeDetails({ kind: '', parts: [], place: [] })).toBe('');
    expect(
      noticeDetails({ kind: 'joint_broken', parts: ['boom', 'stick'], place: [1, -20.25, 0] }),
    ).toBe('joint broken · boom, stick · at 1.00, -20.3, 0.00 m');
  });
});
