/** The verdict of a customer's approved loan: what is next for it, how far it is, and its figures. */
import type { ReactNode } from 'react';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { nextActs } from '../../../domain/loan/next-act.ts';
import type { LenderLoanStage, MyLoan } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Loaded, useQuery } from '../../data/query.tsx';
import { NextButton } from '../../my-loans/actions.tsx';
import { factsOf, LoanStudents, NextSentence } from '../../my-loans/loan-facts.tsx';
import { LoanTrack } from '../../my-loans/track.tsx';
import { Actions, Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { AmountScope } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Services, useServices, useWizard, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { VerdictBox } from './verdict-summary.tsx';

interface CustomerVerdictProps extends Pick<ApprovedLoanProps, 'part' | 'children'> {
  isApproved: boolean;
}

/** Shows an approved loan of the consumer app with its next step (decision 114). */
export function CustomerVerdict({ isApproved, part, children }: CustomerVerdictProps) {
  const { readMyLoan } = useServices();
  if (!isApproved || readMyLoan === null) return children;
  return (
    <ApprovedLoan part={part} readMyLoan={readMyLoan}>
      {children}
    </ApprovedLoan>
  );
}

interface ApprovedLoanProps {
  /** The loan status modal, or the cards of the status screen. */
  part: 'modal' | 'cards';
  /** The lender's verdict, shown for all loans but an approved one that continues in the app. */
  children: ReactNode;
  readMyLoan: NonNullable<Services['readMyLoan']>;
}

function ApprovedLoan({ part, readMyLoan, children }: ApprovedLoanProps) {
  const loanId = useWizardState(({ context }) => context.loanId) ?? '';
  const read = useQuery({
    queryKey: ['readMyLoan', loanId],
    queryFn: ({ signal }) => readMyLoan(loanId, signal),
  });
  const loan = read.data ?? null;
  // A loan without offers in the app continues at the lender's portal.
  if (loan?.next === 'lender_portal') return children;
  const verdict = (
    <>
      <ApprovedVerdict loan={loan} level={part === 'modal' ? 3 : 2} />
      <Loaded
        query={read}
        pending={<Skeleton label={t('app.loading')} fields={2} />}
        failed={{ help: 'status.customer.failed', isInline: true }}
      >
        {() => null}
      </Loaded>
    </>
  );
  const Part = part === 'modal' ? ApprovedModal : ApprovedCards;
  return (
    <AmountScope shown={loan}>
      <Part loan={loan}>{verdict}</Part>
    </AmountScope>
  );
}

const titles: Partial<Record<LenderLoanStage, MessageId>> = {
  disbursed: 'status.customer.paidOut',
  repaying: 'status.customer.paidOut',
  closed: 'status.customer.repaid',
  cancelled: 'status.customer.ended',
  expired: 'status.customer.ended',
  refused: 'status.customer.ended',
};

/** @param props.loan null while it is read */
function ApprovedVerdict({ loan, level }: { loan: MyLoan | null; level: 2 | 3 }) {
  const mayChoose = loan?.next === 'choose_offer';
  const stage = mayChoose ? null : loan?.servicing_stage;
  const hasEnded = loan?.next === 'none' && stage !== 'closed';
  return (
    <VerdictBox
      tone={hasEnded ? 'closed' : 'good'}
      level={level}
      title={t(mayChoose ? 'status.customer.chooseOffer' : ((stage && titles[stage]) ?? 'status.approved'))}
    >
      {loan && <NextSentence loan={loan} />}
    </VerdictBox>
  );
}

type PartProps = { loan: MyLoan | null; children: ReactNode };

function ApprovedModal({ loan, children }: PartProps) {
  const wizard = useWizard();
  const close = () => wizard.send({ type: 'status.closed' });
  const hasNext = loan !== null && nextActs[loan.next].action !== null;
  return (
    <Dialog
      title={t('status.title')}
      isTitleSmall
      onCancel={close}
      actions={
        <>
          <Button kind={hasNext ? 'quiet' : 'primary'} onPress={close}>
            {t('status.close')}
          </Button>
          {loan && <NextButton loan={loan} />}
        </>
      }
    >
      {children}
      {loan && (
        <>
          <p className="text-muted">
            <LoanStudents loan={loan} />
          </p>
          <Facts facts={factsOf(loan)} />
        </>
      )}
    </Dialog>
  );
}

function ApprovedCards({ loan, children }: PartProps) {
  return (
    <>
      <Card>
        {children}
        {loan && <LoanTrack loan={loan} />}
        {loan && (
          <Actions>
            {loan.pending_documents > 0 && loan.next !== 'documents' && (
              <ButtonLink kind="secondary" href={accountPath('documents', loan.loan_id)}>
                {t('account.action.documents')}
              </ButtonLink>
            )}
            <NextButton loan={loan} />
          </Actions>
        )}
      </Card>
      {loan && (
        <Card title={t(loan.next === 'choose_offer' ? 'status.loan.applied' : 'status.loan')}>
          <Facts
            facts={[
              [t('status.loan.number'), <strong className="number">{loan.loan_number}</strong>],
              ...factsOf(loan),
              [t('status.loan.school'), loan.institution_name],
              [t('status.loan.students'), loan.students.join(', ')],
            ]}
          />
        </Card>
      )}
    </>
  );
}
