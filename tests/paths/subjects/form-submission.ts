/** A form that is sent once, as its paths are made. */
import { type FormSubmissionContext, formSubmissionMachine } from '../../../machines/form-submission.ts';
import { subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { nothing, ok, refused, unreachable } from './outcomes.ts';

const body = { query: 'When is it paid?' };
const start = 'an empty form';
const tooMany = refused(429, { retryAfter: 60 });
const ends = atWith<FormSubmissionContext>;

export const formSubmission = subject<typeof formSubmissionMachine>({
  name: 'formSubmission',
  machine: formSubmissionMachine,
  starts: { [start]: () => undefined },
  events: { 'form.submitted': { '': { body } }, 'another.requested': nothing },
  answers: { send: { stored: ok('stored'), 'too many': tooMany, unreachable } },
  stateKey: ({ context }) => [context.body, context.failure, context.result],
  invariants: {
    'a request is in flight exactly while sending': (snapshot) =>
      snapshot.matches('sending') === callsOf(snapshot).length > 0,
    'nothing is sent without a body': (snapshot) =>
      !snapshot.matches('sending') || snapshot.context.body !== null,
    'a failure is shown only where the form can be sent again': (snapshot) =>
      snapshot.context.failure === null || snapshot.matches('editing'),
    'a result is there exactly once it is sent': (snapshot) =>
      snapshot.matches('sent') === (snapshot.context.result !== null),
  },
  journeys: [
    {
      shows: 'what is sent arrives, and is cleared',
      start,
      words: ['form.submitted', 'send answers: stored'],
      ends: ends('sent', { body: null, failure: null, result: 'stored' }),
    },
    {
      shows: 'a refusal is shown, and the form is sent again',
      start,
      words: ['form.submitted', 'send answers: too many', 'form.submitted'],
      ends: ends('sending', { body, failure: null }),
    },
    {
      shows: 'after no response the form is there as it was',
      start,
      words: ['form.submitted', 'send answers: unreachable'],
      ends: ends('editing', { body, failure: { kind: 'unreachable' }, result: null }),
    },
    {
      shows: 'another one is begun after the first has arrived',
      start,
      words: ['form.submitted', 'send answers: stored', 'another.requested'],
      ends: ends('editing', { body: null, failure: null, result: null }),
    },
  ],
});
