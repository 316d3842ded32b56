/** The applications before and after the one on the screen, in the list from which it was opened. */
import { applicationAddress } from '../links.ts';
import { useAddressId } from '../../shell/address-id.ts';
import { Key } from '../key.tsx';
import { useQueueState } from '../queue/actor.tsx';
import { t } from '../../i18n/i18n.tsx';

/** Their loan ids; null where there is none, and for an application that was opened by its address. */
export function useNeighbours(): { previous: string | null; next: string | null } {
  const loanId = useAddressId();
  const items = useQueueState(({ context }) => context.results?.items) ?? [];
  const index = items.findIndex((item) => item.loan_id === loanId);
  if (index < 0) return { previous: null, next: null };
  return { previous: items[index - 1]?.loan_id ?? null, next: items[index + 1]?.loan_id ?? null };
}

export function NeighbourLinks() {
  const { previous, next } = useNeighbours();
  return (
    <>
      {previous !== null && (
        <a href={applicationAddress(previous)}>
          {t('review.application.previous')} <Key name="P" />
        </a>
      )}
      {next !== null && (
        <a href={applicationAddress(next)}>
          {t('review.application.next')} <Key name="N" />
        </a>
      )}
    </>
  );
}
