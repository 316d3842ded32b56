/**
 * Query mode, beside the flow: closed before the first query, open while queries of a reviewer wait for answers, and
 * answered from then on, until the whole form is open again. It follows the loan: guards of the flow read it.
 */
import { wizardSetup } from './setup.ts';

export const queryMode = wizardSetup.createStateConfig({
  initial: 'closed',
  states: {
    closed: {
      always: [
        { guard: 'queriesAreOpen', target: 'open' },
        { guard: 'queriesAreAnswered', target: 'answered' },
      ],
    },
    open: {
      always: [
        { guard: 'queriesAreAnswered', target: 'answered' },
        { guard: 'nothingIsQueried', target: 'closed' },
      ],
      initial: 'answering',
      states: {
        answering: { always: { guard: 'answersAreMissing', target: 'incomplete' } },
        /** Submit was pressed while a query had no answer. */
        incomplete: { always: { guard: 'noAnswerIsMissing', target: 'answering' } },
      },
    },
    answered: {
      always: [
        { guard: 'queriesAreOpen', target: 'open' },
        { guard: 'nothingIsQueried', target: 'closed' },
      ],
    },
  },
});
