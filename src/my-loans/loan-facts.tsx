/** A loan in figures, each by its name: those of the accepted offer once there is one. */
import type { ReactNode } from 'react';
import { FormattedDate } from 'react-intl';
import { nextActs } from '../../domain/loan/next-act.ts';
import type { MyLoan } from '../../domain/values/wire.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Money, Paise } from '../ui/money.tsx';
import { t } from '../i18n/i18n.tsx';

/** Returns the next payment and its date; absent if there is none. */
export const nextPaymentFact = ({ next_payment: payment }: MyLoan): Fact =>
  payment !== null && [
    t(payment.is_debited ? 'account.fact.nextDebit' : 'account.fact.nextPayment'),
    t('account.fact.dueOn', dueValues(payment)),
  ];

/** Returns the known facts of the loan. */
export function factsOf(loan: MyLoan): Fact[] {
  const { lender_name: lender, applied_amount: applied, sanctioned_amount: sanctioned } = loan;
  return [
    nextPaymentFact(loan),
    emiOf(loan) !== null && [t('account.fact.emi'), emiOf(loan)],
    sanctioned !== null && [t('account.fact.sanctioned'), <Money rupees={sanctioned} />],
    applied !== null && applied !== sanctioned && [t('account.fact.applied'), <Money rupees={applied} />],
    lender !== null && [t('account.fact.lender'), lender],
  ];
}

/** Returns the instalment, to the paisa once an offer was accepted; null before a plan was chosen. */
function instalmentOf({ instalment_paise: paise, emi_amount: rupees }: MyLoan): ReactNode {
  if (paise !== null) return <Paise paise={paise} />;
  return rupees === null ? null : <Money rupees={rupees} />;
}

/** Returns the instalment and the number of months; null before a plan was chosen. */
export function emiOf(loan: MyLoan): ReactNode {
  const emi = instalmentOf(loan);
  if (emi === null || loan.tenure === null) return emi;
  return t('account.fact.tenure', { emi, count: loan.tenure });
}

export const LoanFacts = ({ loan }: { loan: MyLoan }) => <Facts facts={factsOf(loan)} />;

/** Shows the loan's students and their institution. */
export function LoanStudents({ loan: { students, institution_name: school } }: { loan: MyLoan }) {
  return (
    <>
      {students.length > 0 && <>{students.join(', ')} · </>}
      {school ?? t('account.loan.noInstitution')}
    </>
  );
}

/** Shows the next step in one sentence; for a disbursed loan, the next payment and its date. */
export function NextSentence({ loan }: { loan: MyLoan }) {
  const { next, next_payment: payment, documents_asked_now: count } = loan;
  return next === 'repay' && payment
    ? t('account.next.repayDue', dueValues(payment))
    : t(nextActs[next].sentence, { count });
}

const dueValues = ({ amount_paise: paise, due_on: day }: NonNullable<MyLoan['next_payment']>) => ({
  amount: <Paise paise={paise} />,
  date: <FormattedDate value={day} dateStyle="medium" timeZone="UTC" />,
});
