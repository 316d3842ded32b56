/**
 * An offer is accepted: its key facts are read to their end, acknowledged, and then consents are given. Another
 * language is another document, which is read and acknowledged anew.
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { ConsentPurpose } from '../../domain/servicing/consents.ts';
import type { IssuedDocument, KeyFactsStatement, Language, Servicing } from '../../domain/values/wire.ts';
import {
  type Failure,
  failureOf,
  type OutcomeParams,
  placeholderActor,
  succeeded,
  withEvent,
  withOutcome,
  withValue,
} from '../outcome.ts';

/** The purposes that the parent consents to with the acceptance. */
export interface Acceptance {
  consents: readonly ConsentPurpose[];
}

export interface KeyFactsContext {
  language: Language;
  /** Null until they are there. */
  keyFacts: KeyFactsStatement | null;
  acceptance: Acceptance | null;
  /** The failure of the latest call; null if it did not fail. */
  failure: Failure | null;
}

export type KeyFactsEvent =
  | { type: 'retry.requested' }
  | { type: 'language.changed'; language: Language }
  | { type: 'end.reached' }
  | { type: 'acknowledgement.requested' }
  | ({ type: 'acceptance.requested' } & Acceptance);

const hasCode = (outcome: Outcome<unknown>, code: string): boolean =>
  outcome.kind === 'refused' && outcome.errors.some((error) => error.code === code);

const chooseLanguage = {
  'language.changed': { target: 'creating', actions: withEvent('setLanguage') },
} as const;

const expired = { guard: withOutcome('isExpired'), target: 'expired' } as const;

/** The acknowledgement was of another document: the server says how this one is. */
const outdated = { guard: withOutcome('isOutdated'), target: 'creating' } as const;

export const keyFactsMachine = setup({
  types: {
    context: {} as KeyFactsContext,
    events: {} as KeyFactsEvent,
    input: {} as { language: Language },
    tags: {} as 'busy',
  },
  actors: {
    createKeyFacts: placeholderActor<Outcome<KeyFactsStatement>, { language: Language }>(),
    acknowledge: placeholderActor<Outcome<IssuedDocument>, { keyFacts: KeyFactsStatement | null }>(),
    accept: placeholderActor<
      Outcome<Servicing>,
      { keyFacts: KeyFactsStatement | null; acceptance: Acceptance | null }
    >(),
  },
  guards: {
    isAcknowledged: (_, { outcome }: OutcomeParams<KeyFactsStatement>) =>
      outcome.kind === 'ok' && outcome.value.document.acknowledged_at !== null,
    isExpired: (_, { outcome }: OutcomeParams) => hasCode(outcome, 'servicing.offer.expired'),
    isAnother: (_, { outcome }: OutcomeParams) => hasCode(outcome, 'servicing.offer.another'),
    isOutdated: (_, { outcome }: OutcomeParams) =>
      hasCode(outcome, 'servicing.offer.notAcknowledged') || hasCode(outcome, 'servicing.document.changed'),
    succeeded,
  },
  actions: {
    setLanguage: assign((_, { language }: { language: Language }) => ({
      language,
      keyFacts: null,
      failure: null,
    })),
    setKeyFacts: assign((_, { value }: { value: KeyFactsStatement }) => ({ keyFacts: value, failure: null })),
    setDocument: assign(({ context: { keyFacts } }, { value }: { value: IssuedDocument }) => ({
      keyFacts: keyFacts && { ...keyFacts, document: value },
      failure: null,
    })),
    setAcceptance: assign((_, { consents }: Acceptance) => ({
      acceptance: { consents },
      failure: null,
    })),
    setFailure: assign((_, { outcome }: OutcomeParams) => ({ failure: failureOf(outcome) })),
    notifyAccepted: () => {},
  },
}).createMachine({
  id: 'keyFacts',
  context: ({ input: { language } }) => ({ language, keyFacts: null, acceptance: null, failure: null }),
  initial: 'creating',
  states: {
    creating: {
      tags: 'busy',
      on: { 'language.changed': { ...chooseLanguage['language.changed'], reenter: true } },
      invoke: {
        id: 'createKeyFacts',
        src: 'createKeyFacts',
        input: ({ context: { language } }) => ({ language }),
        onDone: [
          {
            guard: withOutcome('isAcknowledged'),
            target: 'consenting',
            actions: withValue('setKeyFacts'),
          },
          { guard: withOutcome('succeeded'), target: 'reading', actions: withValue('setKeyFacts') },
          expired,
          { target: 'failed', actions: withOutcome('setFailure') },
        ],
      },
    },
    failed: { on: { ...chooseLanguage, 'retry.requested': 'creating' } },
    reading: { on: { ...chooseLanguage, 'end.reached': 'readToEnd' } },
    readToEnd: { on: { ...chooseLanguage, 'acknowledgement.requested': 'acknowledging' } },
    acknowledging: {
      tags: 'busy',
      invoke: {
        id: 'acknowledge',
        src: 'acknowledge',
        input: ({ context: { keyFacts } }) => ({ keyFacts }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'consenting', actions: withValue('setDocument') },
          expired,
          outdated,
          { target: 'readToEnd', actions: withOutcome('setFailure') },
        ],
      },
    },
    consenting: {
      on: {
        ...chooseLanguage,
        'acceptance.requested': { target: 'accepting', actions: withEvent('setAcceptance') },
      },
    },
    accepting: {
      tags: 'busy',
      invoke: {
        id: 'accept',
        src: 'accept',
        input: ({ context: { keyFacts, acceptance } }) => ({ keyFacts, acceptance }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'accepted', actions: 'notifyAccepted' },
          expired,
          { guard: withOutcome('isAnother'), target: 'anotherAccepted' },
          outdated,
          { target: 'consenting', actions: withOutcome('setFailure') },
        ],
      },
    },
    accepted: { type: 'final' },
    expired: {},
    /** Another offer was accepted, on another device or in another tab. */
    anotherAccepted: {},
  },
});
