/**
 * The loan of an embed in the storage of the page around it, which no browser denies to the page itself. Its id alone is
 * stored, which opens nothing by itself.
 */
import type { EmbedMessage } from './messages.ts';

export interface StoredLoan {
  /** Returns the loan's id; null if there is none, or the page has no storage. */
  read: () => string | null;
  /** Follows what the frame tells. */
  update: (message: EmbedMessage) => void;
}

/** Members of `OpenOptions`. */
interface Embed {
  key: string;
  institute?: number | string | null;
  test?: boolean;
}

/** Returns the storage of one key, institution and kind of loan, so that two embeds of a site do not mix. */
export function openStoredLoan({ key, institute, test }: Embed): StoredLoan {
  const name = `feepath.embed.${JSON.stringify([key, String(institute ?? ''), Boolean(test)])}`;
  return {
    read: () => withStorage((storage) => storage.getItem(name)),
    update: (message) =>
      withStorage((storage) => {
        if (isEnd(message)) storage.removeItem(name);
        else if (message.type === 'feepath.loan.created' || message.type === 'feepath.loanOpened')
          storage.setItem(name, message.loanId);
      }),
  };
}

/** Returns whether the lender has refused the loan for good, or the person went on to begin another one. */
const isEnd = (message: EmbedMessage): boolean =>
  message.type === 'feepath.loanLeft' ||
  (message.type === 'feepath.loan.status' && message.status === 'rejected');

/** Runs with the storage, if any: a page in a sandbox has none, and a full one stores nothing. */
function withStorage<Value>(run: (storage: Storage) => Value): Value | null {
  try {
    return run(localStorage);
  } catch {
    return null;
  }
}
