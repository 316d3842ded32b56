import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverStore } from './server.ts';

/** Stands in for the browser's XMLHttpRequest; the last one made is `calls.at(-1)`. */
class Call {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  opened: string[] = [];
  body: unknown;
  constructor() {
    calls.push(this);
  }
  open(...opened: string[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
  }
  answers(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.onload?.();
  }
}

const calls: Call[] = [];

afterEach(() => {
  calls.length = 0;
  vi.unstubAllGlobals();
});

function put(report: (percent: number) => void = () => {}) {
  vi.stubGlobal('XMLHttpRequest', Call);
  const controller = new AbortController();
  const file = new Blob(['receipt'], { type: 'application/pdf' });
  const store = serverStore({ base: '/dev/api', headers: () => ({ authorization: 'KEY' }) });
  const outcome = store.put({ loanId: 'a/b', documentType: 'fee_receipt' }, file, report, controller.signal);
  const call = calls.at(-1);
  if (!call) throw new Error('Nothing was called');
  return { outcome, call, file, controller };
}

describe('files kept by the server', () => {
  it('are sent whole, with the headers of every call and their own type', async () => {
    const { outcome, call, file } = put();
    expect(call.opened).toEqual(['PUT', '/dev/api/v2/loan-document/upload/a%2Fb/fee_receipt']);
    expect(call.headers).toEqual({ authorization: 'KEY', 'content-type': 'application/pdf' });
    expect(call.body).toBe(file);
    call.answers(200, JSON.stringify({ success: true, result: { key: 'k', size: 7, e_tag: 'e' } }));
    expect(await outcome).toEqual({ kind: 'decided', value: { key: 'k' } });
  });

  it('report how much is sent in whole percent', () => {
    const seen: number[] = [];
    const { call } = put((percent) => seen.push(percent));
    call.upload.onprogress?.({ loaded: 1, total: 3 });
    call.upload.onprogress?.({ loaded: 3, total: 3 });
    call.upload.onprogress?.({ loaded: 0, total: 0 });
    expect(seen).toEqual([33, 100]);
  });

  it('are unreachable when the line is cut or the upload is aborted', async () => {
    const cut = put();
    cut.call.onerror?.();
    expect(await cut.outcome).toEqual({ kind: 'unreachable' });
    const aborted = put();
    aborted.controller.abort();
    expect(await aborted.outcome).toEqual({ kind: 'unreachable' });
  });

  it.each([
    [504, '', { kind: 'gatewayTimedOut' }],
    [
      413,
      '{"success":false,"message":"Too large"}',
      { kind: 'refused', status: 413, message: 'Too large', errors: [] },
    ],
    [502, '<html>', { kind: 'refused', status: 502, message: '', errors: [] }],
    [200, 'null', { kind: 'refused', status: 200, message: '', errors: [] }],
  ])('tell what a reply of %i means', async (status, text, expected) => {
    const { outcome, call } = put();
    call.answers(status, text);
    expect(await outcome).toEqual(expected);
  });
});
