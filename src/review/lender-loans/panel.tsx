/** The loans of an application at its lenders: what each has offered, and what has happened since its approval. */
import { useIntl } from 'react-intl';
import type { QueueStage, LenderLoan } from '../../../domain/values/wire.ts';
import { Loaded, apiQuery, setQueryData, useQuery } from '../../data/query.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useApplication, useDesk } from '../application/actor.tsx';
import { useServices } from '../services.ts';
import { loadFailure } from '../status-pages.tsx';
import { t } from '../../i18n/i18n.tsx';
import { LenderLoanCard } from './lender-loan.tsx';

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
  const query = {
    ...apiQuery(call, 'readLenderLoans', { path: { id: loanId } }),
    queryKey: ['readLenderLoans', loanId, version],
  };
  const onChanged = (all: LenderLoan[], changed: LenderLoan) => {
    setQueryData(
      query,
      all.map((one) => (one.lender_id === changed.lender_id ? changed : one)),
    );
    // What was done is in the timeline.
    desk.send({ type: 'latest.requested' });
  };
  return (
    <Loaded
      query={useQuery(query)}
      pending={<Skeleton label={t('review.lenderLoans.loading')} fields={2} />}
      failed={loadFailure('review.lenderLoans.failed')}
    >
      {(all) => (
        <section className="stack-s3" aria-label={intl.formatMessage({ id: 'review.lenderLoans.title' })}>
          {all.map((lenderLoan) => (
            <LenderLoanCard
              key={lenderLoan.lender_id}
              loanId={loanId}
              lenderLoan={lenderLoan}
              startsOpen={lenderLoan.accepted_offer_id !== null || all.length === 1}
              onChanged={(changed) => onChanged(all, changed)}
            />
          ))}
        </section>
      )}
    </Loaded>
  );
}
