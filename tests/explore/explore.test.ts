/** The search finds a fault that is planted in a copy of the machines, and counts the states that it knows. */
import { setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { sends } from './party.ts';
import type { AgreementRules } from './protocols/agreement-rows.ts';
import { type AgreementOptions, agreementProtocol } from './protocols/agreement.ts';
import type { PaymentRules } from './protocols/payment-rows.ts';
import { type PaymentOptions, paymentProtocol } from './protocols/payment.ts';
import { pushProtocol } from './protocols/push.ts';
import type { Faults } from './protocols/push-rows.ts';
import { describeSteps, explore, neverEnds } from './search.ts';
import type { Protocol } from './world.ts';

const counting = (highest: number): Protocol => ({
  name: 'counting',
  parties: {
    counter: setup({
      types: { context: {} as { count: number }, events: {} as { type: 'one more' } },
      actions: sends,
    }).createMachine({
      id: 'counter',
      context: { count: 0 },
      initial: 'low',
      states: { low: { on: { 'one more': 'high' } }, high: {} },
    }),
  },
  acts: () => [{ party: 'counter', event: { type: 'one more' }, cause: 'timer' }],
  budgets: { person: 0, fault: 0, doubling: 0 },
  invariants: {},
  isEnd: (view) => view.of('counter').value === (highest === 1 ? 'high' : 'none'),
});

describe('the search', () => {
  it('finds every state', () => {
    expect(explore(counting(1))).toMatchObject({
      states: 2,
      depth: 1,
      isComplete: true,
      counterexample: null,
    });
  });

  it('finds where nothing ends', () => {
    expect(explore(counting(2)).counterexample).toEqual({ broken: neverEnds, steps: [] });
  });
});

describe('of a push, a planted fault is found:', () => {
  const one = { lenders: 1, contents: 2, budgets: { person: 2, fault: 1, doubling: 0 } } as const;
  const alone = { lenders: 1, servers: 1, contents: 1 } as const;
  const two = { lenders: 2, contents: 1, budgets: { person: 1, fault: 1, doubling: 0 } } as const;
  it.each<[keyof Faults, string, Parameters<typeof pushProtocol>[0]]>([
    ['asksBeforeItSends', 'a submission that the lender may have is sent again only after it was asked', one],
    ['respectsLease', 'a push is taken over only after its lease has ended', one],
    ['keepsReference', 'a lender has at most one loan for an application', one],
    ['schedulesPush', neverEnds, { ...alone, budgets: { person: 1, fault: 0, doubling: 0 } }],
    ['noticesHangUp', neverEnds, { ...alone, budgets: { person: 2, fault: 0, doubling: 0 } }],
    ['dropsAnswerOnSubmit', 'a verdict is recorded for the content that it is about', one],
    ['endsLeasesWithPush', 'no answer of a lender is thrown away because of the status of the loan', two],
  ])('%s is left out', (fault, broken, options) => {
    const { counterexample } = explore(pushProtocol({ ...options, faults: { [fault]: false } }), {
      mostStates: 60_000,
    });
    expect(counterexample?.broken).toBe(broken);
    expect(describeSteps(counterexample?.steps ?? [])[0]).toBe('1. page does (person) submit {"content":1}');
  });
});

describe('of a payment, a planted fault is found:', () => {
  const inAdvance = (person: number, fault: number): PaymentOptions => ({
    ...{ loan: 'accepted', tabs: ['advance'], servers: 1 },
    budgets: { person, fault, doubling: 0 },
  });
  const repaid = (person: number, fault: number): PaymentOptions => ({
    ...{ loan: 'disbursed', tabs: ['instalment'], servers: 2 },
    budgets: { person, fault, doubling: 0 },
  });
  const twoTabs: PaymentOptions = { ...repaid(3, 0), tabs: ['instalment', 'foreclosure'], servers: 1 };
  it.each<[keyof PaymentRules, string, PaymentOptions]>([
    ['looksAtStage', 'nothing is asked for a loan that has ended', inAdvance(2, 0)],
    ['refundsEnded', 'nothing is asked for a loan that has ended', inAdvance(2, 0)],
    ['countsOnce', 'no more counts than is owed', inAdvance(3, 0)],
    ['tellsOfHeld', 'the customer is told of money that does not count', inAdvance(3, 0)],
    ['asksByJob', neverEnds, inAdvance(2, 0)],
    ['returnsRefusedRefund', neverEnds, inAdvance(2, 1)],
    ['keepsLaterReport', 'what has gone back counts only where it has come again', repaid(2, 1)],
    ['endsOrders', 'nothing is asked for a loan that has ended', twoTabs],
  ])('%s is left out', (rule, broken, options) => {
    const { counterexample } = explore(paymentProtocol({ ...options, rules: { [rule]: false } }), {
      mostStates: 200_000,
    });
    expect(counterexample?.broken).toBe(broken);
    expect(describeSteps(counterexample?.steps ?? [])[0]).toBe('1. page 1 does (person) payment.requested');
  });
});

describe('of an agreement, a planted fault is found:', () => {
  const signed = (person: number, fault: number): AgreementOptions => ({
    ...{ begin: 'signed', lenders: 1, servers: 1 },
    budgets: { person, fault, doubling: 0 },
  });
  it.each<[keyof AgreementRules, string, AgreementOptions]>([
    ['storesPayoutAtAnyStage', 'a payout that the lender has said is stored', signed(1, 0)],
    ['keepsAcceptance', 'an acceptance is undone by nobody but the customer', signed(1, 0)],
    ['tellsOfChanges', 'the customer has a message of each change that is proposed', signed(1, 0)],
    ['opensCases', 'a payout after a request to cancel opens the exit and a case', signed(1, 0)],
    ['seesEndBeforePayout', 'a payout after an end is put before staff', signed(1, 1)],
    ['datesPayoutByItsOffer', 'a payout that the lender has said is stored', signed(2, 0)],
    ['endsConfirmationWithPayout', 'a confirmed cancellation ends with the payout', signed(1, 1)],
    ['comparesLists', neverEnds, signed(1, 2)],
  ])('%s is left out', (rule, broken, options) => {
    const { counterexample } = explore(agreementProtocol({ ...options, rules: { [rule]: false } }), {
      mostStates: 100_000,
    });
    expect(counterexample?.broken).toBe(broken);
  });
});
