/** The acceptance of an offer, as its paths are made. */
import type { IssuedDocument, KeyFactsStatement, Servicing } from '../../../domain/values/wire.ts';
import { type KeyFactsContext, keyFactsMachine } from '../../../machines/servicing/key-facts.ts';
import { subject } from '../subject.ts';
import { at, atWith, callsOf } from './end-states.ts';
import { nothing, ok, refused, unreachable } from './outcomes.ts';

const document: IssuedDocument = {
  document_id: 'D1',
  kind: 'key_facts',
  number: 'KF-1',
  language: 'ta',
  sha256: '0'.repeat(64),
  created_at: '2026-06-01T04:30:00.000Z',
  acknowledged_at: null,
};
const acknowledged: IssuedDocument = { ...document, acknowledged_at: '2026-06-01T04:40:00.000Z' };
// The machine passes the facts on and does not look at them.
const keyFactsOf = (of: IssuedDocument) => ({ document: of, facts: {} }) as KeyFactsStatement;

const refusedFor = (code: string) => refused(409, { errors: [{ field: '', code, message: '' }] });
const expired = refusedFor('servicing.offer.expired');
const acceptance = { consents: ['application', 'kyc'] } as const;

const start = 'an offer whose key facts are opened';
const read = ['createKeyFacts answers: new', 'end.reached'];
const consenting = [...read, 'acknowledgement.requested', 'acknowledge answers: acknowledged'];
const accepting = [...consenting, 'acceptance.requested'];
const ends = atWith<KeyFactsContext>;

export const keyFacts = subject<typeof keyFactsMachine>({
  name: 'keyFacts',
  machine: keyFactsMachine,
  starts: { [start]: () => ({ language: 'en' }) },
  events: {
    'retry.requested': nothing,
    'language.changed': { '': { language: 'ta' } },
    'end.reached': nothing,
    'acknowledgement.requested': nothing,
    'acceptance.requested': { '': acceptance },
  },
  answers: {
    createKeyFacts: {
      new: ok(keyFactsOf(document)),
      'acknowledged before': ok(keyFactsOf(acknowledged)),
      expired,
      unreachable,
    },
    acknowledge: {
      acknowledged: ok(acknowledged),
      expired,
      'another document': refusedFor('servicing.document.changed'),
      unreachable,
    },
    accept: {
      accepted: ok({ stage: 'accepted' } as Servicing),
      expired,
      'another was accepted': refusedFor('servicing.offer.another'),
      'not acknowledged': refusedFor('servicing.offer.notAcknowledged'),
      unreachable,
    },
  },
  stateKey: ({ context: { language, keyFacts: known, failure, acceptance: given } }) => [
    language,
    known?.document.acknowledged_at,
    failure,
    given !== null,
  ],
  invariants: {
    'nothing is accepted whose key facts were not acknowledged': (snapshot) =>
      !(snapshot.matches('consenting') || snapshot.matches('accepting')) ||
      snapshot.context.keyFacts?.document.acknowledged_at != null,
    'only what was read to its end is acknowledged': (snapshot) =>
      !snapshot.matches('reading') || !snapshot.can({ type: 'acknowledgement.requested' }),
    'an acceptance is sent only with what was consented to': (snapshot) =>
      !callsOf(snapshot).includes('accept') || snapshot.context.acceptance !== null,
    'it is busy exactly while one call is in flight': (snapshot) =>
      callsOf(snapshot).length === (snapshot.hasTag('busy') ? 1 : 0),
    'what is sent does not change its language': (snapshot) =>
      !(snapshot.matches('acknowledging') || snapshot.matches('accepting')) ||
      !snapshot.can({ type: 'language.changed', language: 'ta' }),
  },
  journeys: [
    {
      shows: 'an offer is read to its end, acknowledged and accepted',
      start,
      words: [...accepting, 'accept answers: accepted'],
      ends: ends('accepted', { acceptance: { ...acceptance } }),
    },
    {
      shows: 'nothing is acknowledged before its end was reached',
      start,
      words: ['createKeyFacts answers: new', 'acknowledgement.requested'],
      ends: ends('reading', { acceptance: null }),
    },
    {
      shows: 'key facts that were acknowledged on another device are not acknowledged again',
      start,
      words: ['createKeyFacts answers: acknowledged before'],
      ends: at('consenting'),
    },
    {
      shows: 'another language is read and acknowledged anew',
      start,
      words: [...consenting, 'language.changed', 'createKeyFacts answers: new'],
      ends: ends('reading', { language: 'ta' }),
    },
    {
      shows: 'a document that is not the one of the offer is read anew',
      start,
      words: [...read, 'acknowledgement.requested', 'acknowledge answers: another document'],
      ends: at('creating'),
    },
    {
      shows: 'an offer that expired meanwhile is not accepted',
      start,
      words: [...accepting, 'accept answers: expired'],
      ends: at('expired'),
    },
    {
      shows: 'a second offer is not accepted beside the first',
      start,
      words: [...accepting, 'accept answers: another was accepted'],
      ends: at('anotherAccepted'),
    },
    {
      shows: 'after no response the consents can be sent again',
      start,
      words: [...accepting, 'accept answers: unreachable', 'acceptance.requested'],
      ends: ends('accepting', { failure: null }),
    },
    {
      shows: 'an acknowledgement that did not arrive is sent again',
      start,
      words: [
        ...read,
        'acknowledgement.requested',
        'acknowledge answers: unreachable',
        'acknowledgement.requested',
      ],
      ends: at('acknowledging'),
    },
  ],
});
