/** The Loan Status modal: what the lender answered and what is to be done next (specification, section 4). */
import { offersExploreMore, verdictOf } from '../../../domain/lending/lender.ts';
import { lenderPortal } from '../../../domain/lending/lender-portal.ts';
import { hasBeenQueried } from '../../../domain/loan/lock.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLock, useWizard, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/text.tsx';
import { CustomerVerdict } from './customer.tsx';
import { DocumentsLink } from './documents-link.tsx';
import { LoanSummary } from './loan-summary.tsx';
import { NewApplicationButton, RejectedHelp } from './rejected-next.tsx';
import { useRequestedDocument } from './requested-document.tsx';
import { SupportPhone } from './support-phone.tsx';
import { ApprovedSteps, verdictMessages, VerdictSummary } from './verdict-summary.tsx';

/** Where a customer's loan was approved, it goes on in the app. */
export function VerdictModal() {
  const isApproved = useWizardState(({ context }) => verdictOf(context.result ?? {}) === 'approved');
  return (
    <CustomerVerdict isApproved={isApproved} part="modal">
      <LenderModal />
    </CustomerVerdict>
  );
}

function LenderModal() {
  const wizard = useWizard();
  const loan = useWizardState(({ context }) => context.loan);
  const result = useWizardState(({ context }) => context.result) ?? {};
  const isLocked = useLock().mode === 'locked';
  const verdict = verdictOf(result);
  const portal = verdict === 'approved' ? lenderPortal(result) : null;
  const scan = useRequestedDocument();
  const needsDocument = scan === 'missing' || scan === 'refused';
  const hasNextStep = portal !== null || verdict === 'rejected' || needsDocument;
  const close = () => wizard.send({ type: 'status.closed' });
  return (
    <Dialog
      title={t('status.title')}
      isTitleSmall
      onCancel={close}
      actions={
        <>
          {offersExploreMore(result) && (
            <Button onPress={() => wizard.send({ type: 'explore.requested' })}>{t('status.explore')}</Button>
          )}
          <Button kind={hasNextStep ? 'quiet' : 'primary'} onPress={close}>
            {t('status.close')}
          </Button>
          {verdict === 'rejected' && <NewApplicationButton />}
          {portal && (
            <ButtonLink href={portal} away>
              {t('status.approved.continue')}
            </ButtonLink>
          )}
          {needsDocument && <DocumentsLink kind="primary" />}
        </>
      }
    >
      {loan && isLocked && hasBeenQueried(loan) && <p>{t('status.answersSent')}</p>}
      <VerdictSummary verdict={verdict} />
      {verdict === 'approved' && <ApprovedSteps portal={portal} />}
      {loan && <LoanSummary loan={loan} isRejected={verdict === 'rejected'} />}
      {verdict === 'rejected' && <RejectedHelp />}
      {verdictMessages[verdict].phone && <SupportPhone />}
    </Dialog>
  );
}
