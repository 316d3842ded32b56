/** What an error of Amplify's means. */
import { decided, type Failure, type Stored, unreachable } from './stored.ts';

/** A failure on its way through Amplify; `failureOf` gets it back. */
export class Thrown extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

/** Statuses after which doing it again may help. */
export const passing = [429, 500, 502, 503, 504];
/** Refusals that are about the line, though their status is not. */
const aboutTheLine = ['RequestTimeout', 'IncompleteBody'];

/** As much as an error of Amplify's tells: S3's code, and the status where there was an answer. */
interface Telling {
  name?: string;
  metadata?: { httpStatusCode?: number };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Thrown) return error.failure;
  const { name = '', metadata } = (error ?? {}) as Telling;
  const status = metadata?.httpStatusCode ?? 0;
  return status < 400 || passing.includes(status) || aboutTheLine.includes(name)
    ? unreachable
    : { kind: 'refused', status, code: name };
}

/** What an operation came to; one that takes longer is as good as lost. */
export const told = <T>(ms: number, doing: PromiseLike<T>): Promise<Stored<T>> =>
  within(ms, doing).then(decided, failureOf);

/** @throws Thrown `unreachable` where it takes longer */
export function within<T>(ms: number, doing: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Thrown(unreachable)), ms);
    doing.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
