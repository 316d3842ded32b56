/** What a customer can do with a loan, by its state. */
import { FormattedMessage } from 'react-intl';
import { accountPath } from '../../../domain/account-pages.ts';
import { addressOf, consumerBase } from '../../../domain/steps.ts';
import type { LenderLoanStage, MyLoan } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';

export interface LoanAction {
  id: 'view' | 'edit' | 'documents' | 'lender' | ServicingPage;
  href: string;
  label: MessageId;
  /** Leads to another site. */
  isAway?: true;
}

/** In the order in which they are shown. */
export function actionsOf(loan: MyLoan): LoanAction[] {
  const { loan_id: id, status, step, editable, pending_documents: pending, lender_url: lenderUrl } = loan;
  // Where something was asked, the wizard itself leads to the step that it is on.
  const place = status === 'draft' ? step : 'students';
  return [
    servicingAction(loan),
    lenderUrl !== null && lenderAction(lenderUrl),
    editable &&
      ({ id: 'edit', href: addressOf(place, id, consumerBase), label: 'account.action.edit' } as const),
    pending > 0 &&
      ({ id: 'documents', href: accountPath('documents', id), label: 'account.action.documents' } as const),
    status !== 'draft' &&
      ({ id: 'view', href: addressOf('applicant', id, consumerBase), label: 'account.action.view' } as const),
  ].filter((action) => action !== false);
}

type ServicingPage = 'offers' | 'servicing' | 'repayment';

/** Where a loan goes on that a lender has an offer for. */
const servicingPages: Readonly<Record<LenderLoanStage, ServicingPage>> = {
  offered: 'offers',
  accepted: 'servicing',
  agreement_signed: 'servicing',
  kyc_verified: 'servicing',
  mandate_registered: 'servicing',
  advance_paid: 'servicing',
  disbursed: 'repayment',
  repaying: 'repayment',
  closed: 'repayment',
  cancelled: 'servicing',
  expired: 'offers',
  refused: 'offers',
};

const servicingLabels = {
  offers: 'account.action.offers',
  servicing: 'account.action.servicing',
  repayment: 'account.action.repayment',
} as const satisfies Record<ServicingPage, MessageId>;

function servicingAction(loan: MyLoan): LoanAction | false {
  const { loan_id: id, next, servicing_stage: stage } = loan;
  const page = next === 'choose_offer' ? 'offers' : stage !== null && servicingPages[stage];
  return page ? { id: page, href: accountPath(page, id), label: servicingLabels[page] } : false;
}

const lenderAction = (href: string): LoanAction => ({
  id: 'lender',
  href,
  label: 'account.action.lender',
  isAway: true,
});

/** A link whose name says which loan it is about. */
export function ActionLink({ action, loan }: { action: LoanAction; loan: MyLoan }) {
  const { href, label, isAway } = action;
  return (
    <a href={href} {...(isAway && { target: '_blank', rel: 'noopener noreferrer' })}>
      <FormattedMessage id={label} />
      <span className="visually-hidden"> {loan.loan_number}</span>
    </a>
  );
}
