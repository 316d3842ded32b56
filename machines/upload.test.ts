import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { limits } from '../domain/limits.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Loan } from '../domain/wire.ts';
import { type SendInput, uploadMachine } from './upload.ts';

const loan = { loan_id: 'L1', fee_receipt: 'L1/fee_receipt' } as Loan;
const stored: Outcome<{ key: string }> = { kind: 'decided', value: { key: 'L1/fee_receipt' } };
const tied: Outcome<Loan> = { kind: 'decided', value: loan };

const receipt = (bytes: number, type = 'application/pdf') =>
  new File([new Uint8Array(bytes)], 'receipt', { type });

function upload() {
  const sent: { input: SendInput; signal: AbortSignal; answer: (o: Outcome<{ key: string }>) => void }[] = [];
  const tying: { key: string; answer: (o: Outcome<Loan>) => void }[] = [];
  const handedOver: Outcome<Loan>[] = [];
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        send: fromPromise<Outcome<{ key: string }>, SendInput>(
          ({ input, signal }) =>
            new Promise((answer) => {
              sent.push({ input, signal, answer });
            }),
        ),
        tie: fromPromise<Outcome<Loan>, { loanId: string; key: string }>(
          ({ input }) =>
            new Promise((answer) => {
              tying.push({ key: input.key, answer });
            }),
        ),
      },
      actions: { handOver: (_, { outcome }) => handedOver.push(outcome) },
    }),
    { input: { loanId: 'L1' } },
  ).start();
  const settled = async () => {
    await Promise.resolve();
    await Promise.resolve();
  };
  return {
    actor,
    sent,
    tying,
    handedOver,
    choose: (file: File) => actor.send({ type: 'file.chosen', file }),
    stored: async (index: number, outcome: Outcome<{ key: string }>) => {
      sent[index]?.answer(outcome);
      await settled();
    },
    tied: async (index: number, outcome: Outcome<Loan>) => {
      tying[index]?.answer(outcome);
      await settled();
    },
    now: () => actor.getSnapshot(),
  };
}

describe('the upload of a fee receipt', () => {
  it('sends the file, shows how much is sent, ties it to the loan and hands the loan over', async () => {
    const one = upload();
    one.choose(receipt(1000));
    expect(one.now().value).toBe('uploading');
    one.sent[0]?.input.report(40);
    expect(one.now().context.percent).toBe(40);
    await one.stored(0, stored);
    expect(one.now().value).toBe('tying');
    expect(one.tying[0]?.key).toBe('L1/fee_receipt');
    await one.tied(0, tied);
    expect(one.now().value).toBe('done');
    expect(one.handedOver).toEqual([tied]);
  });

  it('takes a file of exactly the limit and refuses one byte more', () => {
    const fits = upload();
    fits.choose(receipt(limits.receiptMaxBytes));
    expect(fits.now().value).toBe('uploading');

    const tooLarge = upload();
    tooLarge.choose(receipt(limits.receiptMaxBytes + 1));
    expect(tooLarge.now().value).toBe('tooLarge');
    expect(tooLarge.sent).toEqual([]);
    tooLarge.actor.send({ type: 'alert.dismissed' });
    expect(tooLarge.now().value).toBe('choosing');
  });

  it('refuses what is neither a picture nor a PDF', () => {
    const one = upload();
    one.choose(receipt(10, 'text/plain'));
    expect(one.now().value).toBe('wrongType');
    expect(one.sent).toEqual([]);
  });

  it('can be stopped, which aborts the call, and tried again from the start', async () => {
    const one = upload();
    one.choose(receipt(1000));
    one.sent[0]?.input.report(70);
    one.actor.send({ type: 'cancel.requested' });
    expect(one.sent[0]?.signal.aborted).toBe(true);
    await one.stored(0, stored);
    expect(one.now().value).toBe('cancelled');
    one.actor.send({ type: 'retry.requested' });
    expect(one.now().value).toBe('uploading');
    expect(one.now().context.percent).toBe(0);
  });

  it('says too large where only the server notices it', async () => {
    const one = upload();
    one.choose(receipt(10));
    await one.stored(0, { kind: 'refused', status: 413, message: 'Too large', errors: [] });
    expect(one.now().value).toBe('tooLarge');
  });

  it.each<Exclude<Outcome<never>, { kind: 'decided' }>>([
    { kind: 'unreachable' },
    { kind: 'gatewayTimedOut' },
    { kind: 'refused', status: 500, message: 'Failed', errors: [] },
  ])('sends the file again after it failed ($kind)', async (failure) => {
    const one = upload();
    one.choose(receipt(10));
    await one.stored(0, failure);
    expect(one.now().value).toBe('failed');
    one.actor.send({ type: 'retry.requested' });
    expect(one.sent).toHaveLength(2);
  });

  it('only ties it again where the file is stored already', async () => {
    const one = upload();
    one.choose(receipt(10));
    await one.stored(0, stored);
    await one.tied(0, { kind: 'unreachable' });
    expect(one.now().value).toBe('failed');
    one.actor.send({ type: 'retry.requested' });
    expect(one.now().value).toBe('tying');
    expect(one.sent).toHaveLength(1);
    await one.tied(1, tied);
    expect(one.handedOver).toEqual([tied]);
  });

  it('replaces a receipt', async () => {
    const one = upload();
    one.choose(receipt(10));
    await one.stored(0, stored);
    await one.tied(0, tied);
    one.choose(receipt(20));
    expect(one.now().value).toBe('uploading');
    expect(one.now().context.key).toBeNull();
  });

  it('takes no other file while one is on its way', () => {
    const one = upload();
    one.choose(receipt(10));
    one.choose(receipt(20));
    expect(one.sent).toHaveLength(1);
    expect(one.now().context.file?.size).toBe(10);
  });
});
