/**
 * `node --import tsx tests/paths/mutations.ts`: whether the paths would notice. Each mutation is applied to a copy of
 * the project, in which `npm run paths` must then fail; the copy as it is must pass. Closes with `mutations: K killed
 * of T`.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Mutation {
  what: string;
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
}

const mutations: readonly Mutation[] = [
  {
    what: 'a guard negated: cards come and go while fields are locked',
    file: 'machines/wizard/setup.ts',
    from: "allFieldsAreEditable: ({ context }) => lockMode(context) === 'open',",
    to: "allFieldsAreEditable: ({ context }) => lockMode(context) !== 'open',",
  },
  {
    what: 'a target changed: a refused address is created all the same',
    file: 'machines/wizard/create.ts',
    from: "emailRefused: { on: { 'alert.dismissed': 'filling' } },",
    to: "emailRefused: { on: { 'alert.dismissed': 'creating' } },",
  },
  {
    what: 'a transition dropped: no way back from the applicant',
    file: 'machines/wizard/applicant.ts',
    from: "    'previous.requested': '#students',\n",
    to: '',
  },
  {
    what: 'a message action dropped: students that could not be saved say nothing',
    file: 'machines/wizard/students.ts',
    from: "{ target: 'savingFailed', actions: [withOutcome('raiseAlert'), 'resumeDrafts'] },",
    to: "{ target: 'savingFailed', actions: 'resumeDrafts' },",
  },
  {
    what: 'a lock ignored: what nobody asked about can be typed into',
    file: 'src/apply/drafted-step/field-lock.tsx',
    from: '<LockContext.Provider value={useFieldLocks(queryMode, answered, questions)}>',
    to: "<LockContext.Provider value={() => ({ access: 'open', marked: false })}>",
  },
  {
    what: 'the retry sent as a new push',
    file: 'server/push/claim.ts',
    from: 'const unanswered = await unansweredPush(tx, lease);',
    to: "await tx.update(pushes).set({ state: 'failed' }).where(eq(pushes.loanId, loanId));\n  const unanswered = undefined as Push | undefined;",
  },
  {
    what: 'the rotation stopped: the first waiting message stays',
    file: 'src/apply/status/waiting-overlays.tsx',
    from: 'messages[turns % messages.length]',
    to: 'messages[turns % 1]',
  },
  {
    what: "an alert swallowed: the lender's refusal is not told",
    file: 'src/apply/status/status-modal.tsx',
    from: "if (alert?.kind !== 'refused') return null;",
    to: "if (alert?.kind !== 'gatewayTimedOut') return null;",
  },
  {
    what: 'the locked institution opened',
    file: 'src/apply/students/screen.tsx',
    from: '<InstitutionLock locked={named !== null}>',
    to: '<InstitutionLock locked={false}>',
  },
  {
    what: 'Explore More leads to the wrong place',
    file: 'machines/wizard/status.ts',
    from: "{ guard: 'exploringIsOffered', target: '#create', actions: 'resetApplication' }",
    to: "{ guard: 'exploringIsOffered', target: '#applicant' }",
  },
];

const root = fileURLToPath(new URL('../..', import.meta.url));

await main(process.argv.slice(2));

/** @param wanted words of the mutations to apply; all where there are none */
async function main(wanted: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-mutations-'));
  const chosen = mutations.filter(
    ({ what }) => wanted.length === 0 || wanted.some((word) => what.includes(word)),
  );
  try {
    copyTo(folder);
    const plain = await walkPaths(folder);
    if (plain.code !== 0) {
      console.log(`${plain.printed}\nThe paths fail as they are, so no mutation can be judged.`);
      process.exitCode = 1;
      return;
    }
    console.log(`as it is: passes in ${plain.seconds} s`);
    let killed = 0;
    for (const mutation of chosen) killed += Number(await isKilled(folder, mutation));
    console.log(`mutations: ${killed} killed of ${chosen.length}`);
    process.exitCode = killed === chosen.length ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isKilled(folder: string, { what, file, from, to }: Mutation): Promise<boolean> {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} must hold this exactly once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const { code, printed, seconds } = await walkPaths(folder);
  writeFileSync(path, text);
  const why = /^FAILED .*\n.*\n.*\n.*/m.exec(printed)?.[0] ?? printed.trim().split('\n').at(-1);
  console.log(
    `${code === 0 ? 'SURVIVED' : 'killed'} in ${seconds} s: ${what}\n${code === 0 ? '' : `${why}\n`}`,
  );
  return code !== 0;
}

/** The project's own files, with what is not committed yet, and its packages by a link. */
function copyTo(folder: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .trim()
    .split('\n');
  // Files that are deleted but not committed are still listed.
  for (const file of files.filter((one) => existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

function walkPaths(folder: string): Promise<{ code: number; printed: string; seconds: number }> {
  const started = performance.now();
  return new Promise((resolve) => {
    const args = ['--import', 'tsx', 'tests/paths/run.ts', '--machine', 'wizard', '--bail', '--seed', '1'];
    const { PATHS_REPORT: _report, SEEN_FILE: _seen, APP_DIR: _app, ...env } = process.env;
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('close', (code) =>
      resolve({ code: code ?? 1, printed, seconds: Math.round((performance.now() - started) / 1000) }),
    );
  });
}
