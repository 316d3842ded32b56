/**
 * Faults of the kinds that have hurt money and people elsewhere, each a change of one place. `npm run planted` puts each
 * into a copy of the tree and counts which are found, and by what. A place that has changed is mended here.
 */

import { pushFaults } from './faults/push.ts';
import { jobFaults } from './faults/job.ts';
import { moneyFaults } from './faults/money.ts';
import { agreementFaults } from './faults/agreement.ts';
import { peopleFaults } from './faults/people.ts';
import type { Fault } from './fault.ts';

export const faults: readonly Fault[] = [
  ...pushFaults,
  ...jobFaults,
  ...moneyFaults,
  ...agreementFaults,
  ...peopleFaults,
];
