/**
 * Compares the catalogue with the messages that the e2e tests recorded (SEEN_FILE): prints which message was shown on a
 * screen in which test, and fails if a message of the embedded flow, the consumer app or the desk was never shown.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ShownMessage } from './seen.ts';
import { root } from '../../scripts/build-app.ts';

/** First parts of the ids that belong to the embedded flow, to the consumer app and to the desk. */
const shown = [
  ...['app', 'common', 'create', 'problem', 'refusal', 'student', 'applicant', 'status', 'review', 'legal'],
  ...[
    'account',
    'faq',
    'howToApply',
    'institution',
    'comingSoon',
    'contact',
    'partner',
    'servicing',
    'grievance',
  ],
];

const file = process.env.SEEN_FILE ?? 'dist/seen.jsonl';
const english = JSON.parse(readFileSync(join(root, 'locales/en/app.json'), 'utf8')) as Record<string, string>;
const seen = readRecord(resolve(root, file));
// The words by which a question of the FAQ is found, and the headers of a file, stand on no screen.
const ids = Object.keys(english).filter(
  (id) => shown.includes(id.split('.')[0] ?? '') && !/\.keywords$|^partner\.file\./.test(id),
);
const unseen = ids.filter((id) => !seen.has(id));

for (const id of ids) {
  const one = seen.get(id);
  console.log(
    `${one ? 'seen ' : 'NEVER'}  ${id.padEnd(46)}  ${(one?.text ?? english[id] ?? '').slice(0, 70).padEnd(70)}  ${one?.test ?? ''}`,
  );
}
console.log(`messages: ${ids.length - unseen.length} of ${ids.length} seen on a screen`);
if (unseen.length > 0) console.log(`never seen: ${unseen.join(', ')}`);
process.exitCode = unseen.length > 0 || ids.length === 0 ? 1 : 0;

function readRecord(path: string): Map<string, ShownMessage> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const all = lines.map((line) => JSON.parse(line) as ShownMessage).reverse();
  return new Map(all.map((one) => [one.id, one]));
}
