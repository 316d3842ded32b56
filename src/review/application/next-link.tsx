/** Leads a reviewer on to the next application of the list. */
import { t } from '../../i18n/i18n.tsx';
import { useAddressId } from '../../shell/address-id.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { applicationAddress, queueAddress } from '../links.ts';
import { useQueueState } from '../queue/actor.tsx';

/**
 * Returns the loan ids of the applications before and after the one on the screen, in the list from which it was
 * opened; null if there is none, and for an application that was opened by its address.
 */
export function useNeighbours(): { previous: string | null; next: string | null } {
  const loanId = useAddressId();
  const items = useQueueState(({ context }) => context.results?.items) ?? [];
  const index = items.findIndex((item) => item.loan_id === loanId);
  if (index < 0) return { previous: null, next: null };
  return { previous: items[index - 1]?.loan_id ?? null, next: items[index + 1]?.loan_id ?? null };
}

/** Leads back to the list if there is no next application. */
export function NextLink() {
  const { next } = useNeighbours();
  const list = useQueueState(({ context }) => queueAddress(context.filters));
  return (
    <ButtonLink href={next === null ? list : applicationAddress(next)}>
      {t(next === null ? 'review.toQueue' : 'review.application.next')}
    </ButtonLink>
  );
}
