/** A scanner that says of each content what a test wants of it, and the jobs that ask it. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import type { DocumentContent, DocumentType } from '../../domain/values/wire.ts';
import type { Scanner } from '../../server/adapters/scanner.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { type JobRunner, startJobRunner } from '../../server/jobs/runner.ts';
import type { TestContext } from './both-databases.ts';
import { documentCalls } from './document-calls.ts';
import type { CreatedLoan } from './fixtures.ts';
import { contentOf, sha256 } from './uploads.ts';

type ScriptedOutcome = 'refused' | 'silent' | 'held';

/** A content of which it knows nothing is clean. */
export function createScriptedScanner() {
  const outcomes = new Map<string, ScriptedOutcome>();
  const asked: string[] = [];
  let made = 0;
  const scanner: Scanner = {
    async scan(bytes, signal) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      const hash = sha256(Buffer.concat(chunks));
      asked.push(hash);
      const outcome = outcomes.get(hash);
      if (outcome === 'silent') throw new Error('No answer');
      if (outcome === 'held') await new Promise((_, reject) => signal.addEventListener('abort', reject));
      return outcome === 'refused' ? 'refused' : 'clean';
    },
  };
  /** A content that no other test has, of which the scanner is to say so. */
  const content = (outcome?: ScriptedOutcome): Buffer => {
    made += 1;
    const bytes = contentOf('png', [made]);
    if (outcome) outcomes.set(sha256(bytes), outcome);
    return bytes;
  };
  return { scanner, outcomes, asked, content };
}

/** Returns the document calls of a test file, with a new job runner for each test that scans the documents. */
export function scannedDocuments(given: TestContext) {
  const { give: offer, given200, call, listed: allOf, ...others } = documentCalls(given);
  let scanning: JobRunner;

  const startRunner = () => {
    const { services } = given.app;
    const skip = async () => 'done' as const;
    // The tests clean up themselves, and their submissions are not pushed.
    const handlers = { ...jobHandlers(services), 'documents.cleanup': skip, 'lender.push': skip };
    return startJobRunner(services, handlers, { pollMs: 20, random: () => 0.5 });
  };
  const begin = () => {
    scanning = startRunner();
  };
  const end = () => scanning.close(0);
  beforeEach(begin);
  afterEach(end);

  const give = async (loan: CreatedLoan, bytes: Uint8Array, type?: DocumentType): Promise<DocumentContent> =>
    (await given200(offer(loan, bytes, type))).content;

  const listed = async (loan: CreatedLoan, type: DocumentType = 'pan_photo') =>
    (await allOf(loan)).find((one) => one.type === type)?.content;

  /** Polls the scan result of the PAN photo. */
  const found = (loan: CreatedLoan) => expect.poll(async () => (await listed(loan))?.scan);

  const opens = async (loan: CreatedLoan): Promise<number> => (await call('addressOfDocument', loan)).status;

  const jobOf = async (key: string) =>
    (
      await given.app.db
        .select()
        .from(jobs)
        .where(eq(jobs.dedupeKey, `scan:${key}`))
    )[0];

  return { ...others, startRunner, begin, end, give, call, listed, found, opens, jobOf };
}
