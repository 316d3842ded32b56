/** The facts of a key facts statement as a page gets them from the server. */
import type { KeyFactsStatement } from '../values/wire.ts';
import { fromWire } from '../values/wire-names.ts';
import type { KeyFactsInput } from './key-facts.ts';
import { termsOf } from './terms-wire.ts';

export const keyFactsInputOf = ({
  terms,
  transferable: isTransferable,
  loan_number: loanNumber,
  ...facts
}: KeyFactsStatement['facts']): KeyFactsInput => ({
  ...{ ...fromWire(facts), terms: termsOf(terms), isTransferable },
  ...(loanNumber !== null && { loanNumber }),
});
