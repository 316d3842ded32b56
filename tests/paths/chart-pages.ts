/** The pages of `docs/statecharts/`: each machine's diagrams and transitions, and by whom they are walked. */
import { format, resolveConfig } from 'prettier';
import { notCausable } from './browser/constraints.ts';
import { requiredCoverage } from './browser/coverage.ts';
import {
  causeOf,
  type Charted,
  conditionOf,
  drawingsOf,
  isRoute,
  isStay,
  markOf,
  marks,
  mermaidOf,
} from './diagram.ts';
import { type AnyTransition, nameOf, nodesOf, transitionName, transitionsOf } from './statechart.ts';
import type { AnySubject } from './subject.ts';
import { subjects } from './subjects/index.ts';
import { wizard } from './subjects/wizard.ts';

/** The description of each machine. */
const abouts: Readonly<Record<string, string>> = {
  wizard: "A parent's way from the first form to the lender's answer.",
  typeahead: 'The search behind the institution picker, which waits for a pause in typing.',
  lookup: 'The look-up of what a typed code stands for: the place of a pincode, the bank of an IFSC code.',
  document: 'One document of a loan: made ready on the phone, sent to the object store, given to the loan.',
  checklist: 'The documents of a loan: what is needed, what is there, what is missing.',
  draft: 'A draft of one step: what was typed goes to the server at each pause.',
  oneTimePassword: 'A one-time password: requested, entered and checked.',
  invitation: 'An invitation to the desk: a password, an authenticator app, recovery codes.',
  session: 'Who is signed in: a customer in the consumer app, a reviewer at the desk.',
  carousel: 'The carousel of how to apply: it plays until somebody uses or pauses it.',
  keyFacts:
    'An offer is accepted: its key facts are read to their end and acknowledged, then consents are given.',
  payment: 'A payment on its own page: created once, and looked for until it is settled.',
  queue: "The reviewer's queue, as it is shown.",
  desk: 'One application at the desk: read, worked on and pushed to the lender.',
  loan: "A loan's life as the server obeys it.",
  lenderLoan: 'The life of a lender loan after its first offer, as the server obeys it.',
  query: 'The life of a query as the server obeys it.',
};

/** Returns the pages by file name, formatted with prettier. @throws if a machine has no description */
export async function chartPages(): Promise<Map<string, string>> {
  const charts = subjects.map(chartOf);
  const pages: [string, string][] = [
    ['README.md', indexOf(charts)],
    ...charts.map((chart): [string, string] => [fileOf(chart), pageOf(chart)]),
  ];
  const config = await resolveConfig(import.meta.filename);
  return new Map(
    await Promise.all(
      pages.map(async ([file, text]): Promise<[string, string]> => [
        file,
        await format(text, { ...config, parser: 'markdown' }),
      ]),
    ),
  );
}

function chartOf({ machine }: AnySubject): Charted {
  if (machine !== wizard.machine) return { machine };
  // The browser set shows all that is wanted of it, or the tests of the paths fail; making it here would take longer.
  return { machine, byBrowser: new Set(requiredCoverage().transitions), nobodyCauses: notCausable };
}

const fileOf = ({ machine }: Charted): string => `${machine.id}.md`;
const code = (text: string): string => (text ? `\`${text}\`` : '');
const codes = (names: readonly string[]): string => names.map(code).join(', ');

function aboutOf({ machine }: Charted): string {
  const about = abouts[machine.id];
  if (!about) throw new Error(`Say in tests/paths/chart-pages.ts what the machine '${machine.id}' is`);
  return about;
}

/** Returns the number of the machine's transitions that are walked. */
const countIn = ({ machine }: Charted, walked: ReadonlySet<string>): number =>
  transitionsOf(machine).filter((one) => walked.has(transitionName(one))).length;

/* ---- The index ---- */

const indexOf = (charts: readonly Charted[]): string =>
  [
    '# The machines',
    'Written by `npm run statechart` from the machines themselves and from the walks that `npm test` takes: what is marked here as walked is walked there.',
    tableOf(
      ['machine', 'what it is', 'states', 'transitions', 'walked by the machine driver', 'in the browser'],
      charts.map((chart) => [
        `[${chart.machine.id}](${fileOf(chart)})`,
        aboutOf(chart),
        nodesOf(chart.machine).length,
        transitionsOf(chart.machine).length,
        transitionsOf(chart.machine).length,
        chart.byBrowser ? countIn(chart, chart.byBrowser) : '',
      ]),
    ),
    '## How to read a diagram',
    [
      `${marks.both} is walked in the browser and by the machine driver, ${marks.machine} by the machine driver only.`,
      'An arrow says what causes it: an event; `readLoan done`, when that actor has answered; `pause, 300 ms`, when so much time has passed; `at once`. Below is its condition, as the machine calls it: `else` where none of the others holds, `condition` where it has no name.',
      '`in saving`: the arrow begins in that state inside of the one that it leaves. `→ waiting`: it ends in that state inside.',
      'A line in a state happens there without leaving it; with ↻ the state begins anew.',
      'A dotted `any state` means all states of its frame.',
      'A thick border has a diagram of its own further down. A dashed one is a neighbour, outside of the state that is drawn: above it leads in, below it leads out.',
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ].join('\n\n');

/* ---- The page of a machine ---- */

function pageOf(chart: Charted): string {
  const { machine } = chart;
  const drawings = drawingsOf(machine);
  return [
    `# ${machine.id}`,
    `${aboutOf(chart)} ${countsOf(chart)}`,
    '[How to read it](README.md#how-to-read-a-diagram)',
    ...drawings.flatMap((drawing, index) => [
      ...(drawings.length > 1 ? [`## ${nameOf(drawing.scope) || machine.id}`] : []),
      `\`\`\`mermaid\n${mermaidOf(chart, drawing)}\n\`\`\``,
      ...(index === 0 ? routesOf(chart) : []),
    ]),
    '## Every transition',
    tableOf(
      ['from', 'caused by', 'condition', 'to', 'walked by'],
      transitionsOf(machine).map((one) => [
        code(nameOf(one.source)) || 'any state',
        causeOf(machine, one),
        code(conditionOf(one)),
        one.target ? codes(one.target.map(nameOf)) : isStay(one) ? 'stays' : 'ignored',
        walkedBy(chart, one),
      ]),
    ),
  ].join('\n\n');
}

function countsOf(chart: Charted): string {
  const { machine, byBrowser } = chart;
  const { length } = transitionsOf(machine);
  const countInBrowser = byBrowser ? countIn(chart, byBrowser) : 0;
  const regions = machine.root.type === 'parallel' ? Object.keys(machine.root.states).map(code) : [];
  return [
    `It has ${nodesOf(machine).length} states and ${length} transitions; the machine driver walks all of them`,
    byBrowser ? `, the browser ${countInBrowser === length ? 'all' : countInBrowser}` : '',
    '.',
    regions.length > 0
      ? ` ${regions.slice(0, -1).join(', ')} and ${regions.at(-1)} go on side by side, each with a diagram of its own.`
      : '',
  ].join('');
}

/** Returns the list of steps by an address, with their targets. */
function routesOf(chart: Charted): string[] {
  const routes = transitionsOf(chart.machine).filter(isRoute);
  if (routes.length === 0) return [];
  const leading = routes.map((one) => {
    const condition = conditionOf(one);
    const to = codes(one.target?.map(nameOf) ?? []);
    return to ? `- ${markOf(chart, one)} ${to}${condition ? ` where ${code(condition)}` : ''}` : '';
  });
  const ignoring = routes.filter(({ target }) => !target).map(({ source }) => nameOf(source));
  return [
    'From any state Back, Forward and links lead to:',
    leading.filter((line) => line !== '').join('\n'),
    ...(ignoring.length > 0 ? [`They are ignored in ${codes(ignoring)}.`] : []),
  ];
}

function walkedBy(chart: Charted, transition: AnyTransition): string {
  const mark = markOf(chart, transition);
  if (mark === marks.both) return `${mark} machine driver, browser`;
  const reason = chart.nobodyCauses?.[transitionName(transition)];
  return `${mark} machine driver${reason ? `; in a browser nobody causes it: ${reason}` : ''}`;
}

const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
