import { describe, expect, it } from 'vitest';
import { coveredTopOf, inlineFrameName, readMessage } from './messages.ts';

const frameWindow = {} as Window;
const otherWindow = {} as Window;
const origin = 'https://loans.example';
const frame = { origin, window: frameWindow };

const status = { type: 'feepath.loan.status', loanId: '3f1c', status: 'approved' };

/** Reads data from a window of `origin` as `/embed.js` does. */
const read = (data: unknown, from: { origin?: string; source?: Window | null } = {}) =>
  readMessage({ data, origin, source: frameWindow, ...from }, frame);

describe('a message to the page around the frame', () => {
  it('is read where the frame sent it', () => {
    expect(read(status)).toEqual(status);
    expect(read({ type: 'feepath.height', height: 812 })).toEqual({ type: 'feepath.height', height: 812 });
  });

  it('is ignored from another origin', () => {
    for (const other of [
      'https://evil.example',
      'http://loans.example',
      'https://loans.example:444',
      'null',
      '',
    ])
      expect(read(status, { origin: other })).toBeNull();
  });

  it('is ignored from another window', () => {
    expect(read(status, { source: otherWindow })).toBeNull();
    expect(read(status, { source: null })).toBeNull();
    // A frame that was removed has no window any more, and neither has a message of the browser's own.
    expect(readMessage({ data: status, origin, source: null }, { origin, window: null })).toBeNull();
  });

  it('is ignored where it is not one of the messages, or has other members', () => {
    const others = [
      null,
      undefined,
      'feepath.ready',
      [],
      {},
      { type: 'feepath.other' },
      { type: 'constructor' },
      { type: '__proto__' },
      { type: 'feepath.loan.status', loanId: '3f1c' },
      { type: 'feepath.loan.created', loanId: 7 },
      { type: 'feepath.height', height: '812' },
      { type: 'feepath.height', height: -1 },
      { type: 'feepath.height', height: Number.NaN },
      { type: 'feepath.height', height: 1e9 },
    ];
    for (const data of others) expect(read(data), JSON.stringify(data)).toBeNull();
  });

  it('loses unknown members', () => {
    expect(read({ ...status, name: 'A parent' })).toEqual(status);
  });
});

it('the name of an inline frame contains the covered height at the top of the page', () => {
  expect(coveredTopOf(inlineFrameName(72))).toBe(72);
  expect(coveredTopOf('feepath-inline')).toBe(0);
  for (const name of ['', 'other', 'feepath-inline:', 'feepath-inline:-72', 'feepath-inline:7e9'])
    expect(coveredTopOf(name), name).toBeNull();
});
