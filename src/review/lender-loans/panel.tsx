/** The loans of an application at its lenders: what each has offered, and what has happened since its approval. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { QueueStage } from '../../../domain/values/review-wire.ts';
import type { LenderLoan } from '../../../domain/values/wire.ts';
import { disposeAtOnce, useResource } from '../../hooks/resource.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useApplication, useDesk } from '../application/actor.tsx';
import { useServices } from '../services.ts';
import { LoadFailure } from '../status-pages.tsx';
import { t } from '../../i18n/text.tsx';
import { LenderLoanCard } from './lender-loan.tsx';
import './lender-loans.css';

/** Before that no lender has the application. */
export const stagesWithLenders: readonly QueueStage[] = ['with_lender', 'approved', 'rejected'];

/** Read again with each version of the application. */
export function LenderLoans() {
  const { loan, stage, version } = useApplication();
  return stagesWithLenders.includes(stage) ? (
    <Panel key={version} loanId={loan.loan_id} version={version} />
  ) : null;
}

function Panel({ loanId, version }: { loanId: string; version: number }) {
  const intl = useIntl();
  const desk = useDesk();
  const { call } = useServices();
  const [changed, setChanged] = useState<readonly LenderLoan[]>([]);
  const read = useResource(
    `lender loans ${loanId} ${version}`,
    (signal) => call('readLenderLoans', { path: { id: loanId } }, { signal }),
    disposeAtOnce,
  );
  if (read.status === 'failed')
    return (
      <LoadFailure title="review.lenderLoans.failed" help="review.queue.failed.help" onRetry={read.retry} />
    );
  if (read.status !== 'loaded') return <Skeleton label={t('review.lenderLoans.loading')} fields={2} />;
  const lenderLoans = read.value.map(
    (one) => changed.find(({ lender_id: id }) => id === one.lender_id) ?? one,
  );
  const onChanged = (lenderLoan: LenderLoan) => {
    setChanged([lenderLoan, ...changed.filter(({ lender_id: id }) => id !== lenderLoan.lender_id)]);
    // What was done is in the timeline.
    desk.send({ type: 'latest.requested' });
  };
  return (
    <section className="lender-loans" aria-label={intl.formatMessage({ id: 'review.lenderLoans.title' })}>
      {lenderLoans.map((lenderLoan) => (
        <LenderLoanCard
          key={lenderLoan.lender_id}
          loanId={loanId}
          lenderLoan={lenderLoan}
          startsOpen={lenderLoan.accepted_offer_id !== null || lenderLoans.length === 1}
          onChanged={onChanged}
        />
      ))}
    </section>
  );
}
