/**
 * Puts one file, and decides what becomes of its parts: a lost line keeps them for the next call, a refusal or the
 * person's wish takes them away (specification, section 8).
 */
import { dropObject, dropUpload } from './clean-up.ts';
import { objectAt } from './listing.ts';
import { type Put, type Result, send, type Sending } from './sending.ts';
import { statusOf } from './signed.ts';
import { abortOf, decided, failed, type Failure, unreachable } from './stored.ts';

/** Never rejects; once it has resolved, nothing of it is under way. */
export async function put(given: Put): Promise<Result> {
  const wish = abortOf(given.how.signal);
  const before = await Promise.race([takeUp(given), wish]);
  if (before === 'aborted') return stop(given);
  if (before) return before;

  const sending = send(given);
  const end = await Promise.race([sending.ended, wish]);
  sending.close();
  if (end === 'aborted') return stop(given, sending);
  sending.halt();
  if (end.kind === 'refused') return (await dropUpload(given)) === 'left' ? failed('cleanUpFailed') : end;
  if (end.kind === 'decided') {
    given.record.forget();
    given.how.report(100);
  }
  return end;
}

/**
 * Looks at what an earlier call has left: parts that go on, or the whole object, whose answer was lost.
 * @returns null where there is something to send
 */
async function takeUp(given: Put): Promise<Result | null> {
  const { record, file, how, key } = given;
  const kept = record.get();
  if (!kept) return null;
  if (kept.size !== file.size || kept.contentType !== how.contentType) {
    await dropUpload(given);
    record.forget();
    return null;
  }
  const parts = await statusOf(given, 'GET', { uploadId: kept.id });
  if (parts === undefined) return unreachable;
  if (parts === 200) return null;
  const object = await objectAt(given);
  if (object.kind === 'unreachable') return unreachable;
  record.forget();
  const found = object.kind === 'decided' ? object.value : undefined;
  return found?.size === file.size ? decided({ key, eTag: found.eTag }) : null;
}

/** As the person wished: nothing of it stays. */
async function stop(given: Put, sending?: Sending): Promise<Failure> {
  if (sending?.inParts && sending.hasBegun()) {
    // Without the id of an upload that is just being created, nobody could take it away.
    await Promise.race([sending.created, sending.ended, pause(given.stallMs)]);
  }
  sending?.halt();
  const became = await dropUpload(given);
  const mayBeWhole = became === 'gone' || (sending && !sending.inParts && sending.hasBegun());
  const isClean = became !== 'left' && (!mayBeWhole || (await dropObject(given)));
  return failed(isClean ? 'cancelled' : 'cleanUpFailed');
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
