/** The actions of a customer on a loan: the next one, then the others (specification, section 4). */
import { actAddress, nextActs } from '../../domain/loan/next-act.ts';
import type { LenderLoanStage, MyLoan } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import { ButtonLink, type ButtonLinkProps } from '../ui/button.tsx';
import { t } from '../i18n/i18n.tsx';

export interface LoanAction {
  href: string;
  label: MessageId;
  /** Leads to another site. */
  isAway?: boolean;
}

type Page = Parameters<typeof actAddress>[0];

/** Returns the action of the next step; null if there is none. */
export function nextAction(loan: MyLoan): LoanAction | null {
  const { action } = nextActs[loan.next];
  return action && actionTo(action.page, action.label, loan);
}

/** Returns the other actions, in the order in which they are shown. */
export function otherActions(loan: MyLoan): LoanAction[] {
  const { status, editable, pending_documents: pending, servicing_stage: stage } = loan;
  const next = nextActs[loan.next].action?.page;
  const others: [page: Page, label: MessageId, isOffered: boolean][] = [
    ['servicing', 'account.action.servicing', stage !== null && pageOf[stage] === 'servicing'],
    ['repayment', 'account.action.repayment', stage !== null && pageOf[stage] === 'repayment'],
    ['wizard', 'account.action.edit', editable],
    ['documents', 'account.action.documents', pending > 0],
  ];
  const view = status === 'draft' ? null : actionTo('application', 'account.action.view', loan);
  return [
    ...others
      .filter(([page, , isOffered]) => isOffered && page !== next)
      .map(([page, label]) => actionTo(page, label, loan)),
    view,
  ].filter((action) => action !== null);
}

/** The page that shows an approved loan, by its stage. */
const pageOf: Readonly<Record<LenderLoanStage, 'offers' | 'servicing' | 'repayment'>> = {
  offered: 'offers',
  accepted: 'servicing',
  agreement_signed: 'servicing',
  kyc_verified: 'servicing',
  mandate_registered: 'servicing',
  advance_paid: 'servicing',
  disbursed: 'repayment',
  repaying: 'repayment',
  closed: 'repayment',
  cancelled: 'offers',
  expired: 'offers',
  refused: 'offers',
};

function actionTo(page: Page, label: MessageId, loan: MyLoan): LoanAction | null {
  const href = actAddress(page, loan);
  return href === null ? null : { href, label, isAway: page === 'portal' };
}

/** A link, or a button, whose name says which loan it is about. */
export function ActionLink({
  action: { href, label, isAway = false },
  loan,
  isButton = false,
}: {
  action: LoanAction;
  loan: MyLoan;
  isButton?: boolean;
}) {
  const name = (
    <>
      {t(label)}
      <span className="visually-hidden"> {loan.loan_number}</span>
    </>
  );
  if (isButton)
    return (
      <ButtonLink href={href} kind="secondary" away={isAway}>
        {name}
      </ButtonLink>
    );
  return (
    <a href={href} {...(isAway && { target: '_blank', rel: 'noopener noreferrer' })}>
      {name}
    </a>
  );
}

/** The button of the next step; empty if there is none. */
export function NextButton({ loan, kind = 'primary' }: { loan: MyLoan; kind?: ButtonLinkProps['kind'] }) {
  const action = nextAction(loan);
  if (!action) return null;
  return (
    <ButtonLink href={action.href} kind={kind} away={action.isAway ?? false}>
      {t(action.label)}
    </ButtonLink>
  );
}
