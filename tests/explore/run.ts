/**
 * `npm run explore`: the states of each protocol, of its parties and the network between them, and whether an invariant
 * is broken in one (docs/simulation.md). `-- --short` has smaller budgets, `-- NAME` one protocol.
 */
import { type AgreementOptions, agreementProtocol } from './protocols/agreement.ts';
import { type PaymentOptions, paymentProtocol } from './protocols/payment.ts';
import { pushProtocol } from './protocols/push.ts';
import { describeSteps, explore } from './search.ts';
import type { Protocol } from './world.ts';

type Run = { protocol: Protocol; mostStates: number };

const million = 1_000_000;

const long: readonly Run[] = [
  {
    protocol: pushProtocol({ lenders: 1, contents: 2, budgets: { person: 3, fault: 2, doubling: 1 } }),
    mostStates: 1.2 * million,
  },
  {
    protocol: pushProtocol({ lenders: 2, contents: 1, budgets: { person: 2, fault: 2, doubling: 0 } }),
    mostStates: 1.2 * million,
  },
  ...paymentRuns({ person: 4, fault: 1, doubling: 1 }, 1.2 * million),
  ...agreementRuns({ person: 3, fault: 2, doubling: 1 }, 1.2 * million, 2),
];
const short: readonly Run[] = [
  {
    protocol: pushProtocol({ lenders: 1, contents: 2, budgets: { person: 2, fault: 1, doubling: 0 } }),
    mostStates: 25_000,
  },
  {
    protocol: pushProtocol({ lenders: 2, contents: 1, budgets: { person: 1, fault: 1, doubling: 0 } }),
    mostStates: 25_000,
  },
  ...paymentRuns({ person: 3, fault: 1, doubling: 0 }, 15_000),
  ...agreementRuns({ person: 2, fault: 1, doubling: 0 }, 15_000, 1),
];

/** A tab of the customer's beside another one, before the disbursal and after it. */
function paymentRuns(budgets: Protocol['budgets'], mostStates: number): Run[] {
  const of = (options: Pick<PaymentOptions, 'loan' | 'tabs' | 'servers'>): Run => ({
    protocol: paymentProtocol({ ...options, budgets }),
    mostStates,
  });
  return [
    of({ loan: 'accepted', tabs: ['advance', 'advance'], servers: 2 }),
    of({ loan: 'disbursed', tabs: ['instalment', 'foreclosure'], servers: 1 }),
    of({ loan: 'disbursed', tabs: ['instalment', 'cooling_off'], servers: 1 }),
  ];
}

/** The agreement begins with the offer, or with both signatures, also where another lender has made an offer. */
function agreementRuns(budgets: Protocol['budgets'], mostStates: number, servers: 1 | 2): Run[] {
  const of = (options: Pick<AgreementOptions, 'begin' | 'lenders' | 'servers'>): Run => ({
    protocol: agreementProtocol({ ...options, budgets }),
    mostStates,
  });
  return [
    of({ begin: 'offered', lenders: 1, servers }),
    of({ begin: 'signed', lenders: 1, servers }),
    of({ begin: 'signed', lenders: 2, servers: 1 }),
  ];
}

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
const runs = (args.includes('--short') ? short : long).filter(
  ({ protocol: { name } }) => names.length === 0 || names.includes(name),
);
let counterexamples = 0;
let all = 0;
for (const { protocol, mostStates } of runs) {
  const { states, transitions, depth, seconds, isComplete, counterexample } = explore(protocol, {
    mostStates,
  });
  all += states;
  console.log(
    `${protocol.name}: ${states} states${isComplete ? '' : ' (not all there are)'}, ${transitions} transitions, depth ${depth}, ${seconds.toFixed(1)} s`,
  );
  if (!counterexample) continue;
  counterexamples += 1;
  console.log(`Not so: ${counterexample.broken}`);
  for (const line of describeSteps(counterexample.steps)) console.log(`  ${line}`);
}
console.log(`explore: ${runs.length} protocols, ${all} states, ${counterexamples} counterexamples`);
process.exitCode = counterexamples > 0 ? 1 : 0;
