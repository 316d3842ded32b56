/** Shows a complaint's number and dates, and the next step if it is rejected or overdue. */
import { FormattedDate } from 'react-intl';
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import type { Grievance } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Facts } from '../../ui/facts.tsx';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import { Ombudsman } from '../grievance/ombudsman.tsx';
import { useGrievanceRedressal } from '../grievance/redressal.ts';
import { t } from '../../i18n/i18n.tsx';
import './grievance-status.css';

type State = 'open' | 'overdue' | NonNullable<Grievance['outcome']>;

const states = {
  open: 'contact.complaint.open',
  overdue: 'contact.complaint.overdue',
  resolved: 'contact.complaint.resolved',
  rejected: 'contact.complaint.rejected',
} as const satisfies Record<State, MessageId>;

const tones: Record<State, PillTone> = { open: 'waiting', overdue: 'bad', resolved: 'good', rejected: 'bad' };

/** The messages about the way to the Ombudsman. */
const nextSteps: Partial<Record<State, MessageId>> = {
  overdue: 'contact.complaint.overdue.next',
  rejected: 'contact.complaint.rejected.next',
};

const stateOf = ({ outcome, days_left: daysLeft }: Grievance): State =>
  outcome ?? (daysLeft !== null && daysLeft < 0 ? 'overdue' : 'open');

/** Shows the state of a complaint in a word. */
export function GrievancePill({ grievance }: { grievance: Grievance }) {
  const state = stateOf(grievance);
  return <Pill tone={tones[state]}>{t(states[state])}</Pill>;
}

export function GrievanceStatus({ grievance }: { grievance: Grievance }) {
  const nextStep = nextSteps[stateOf(grievance)];
  return (
    <div className="stack-s3">
      <GrievanceFacts grievance={grievance} />
      {nextStep && <NextStep text={nextStep} />}
    </div>
  );
}

/** Its number, and by when it is answered. */
export function GrievanceFacts({ grievance }: { grievance: Grievance }) {
  const { number, lodged_on: lodgedOn, answer_by: answerBy, settled_on: settledOn } = grievance;
  const { loan_id: loanId, lender_name: lender } = grievance;
  return (
    <Facts
      facts={[
        [t('contact.complaint.number'), <strong className="number">{number}</strong>],
        [t('contact.complaint.lodgedOn'), day(lodgedOn)],
        settledOn === null
          ? [t('contact.complaint.answerBy'), day(answerBy)]
          : [t('contact.complaint.settledOn'), day(settledOn)],
        loanId !== null && [t('contact.loan.label'), loanNumber(loanId)],
        lender !== null && [t('contact.lender.label'), lender],
      ]}
    />
  );
}

const day = (date: string) => <FormattedDate value={date} dateStyle="long" timeZone="UTC" />;

function NextStep({ text }: { text: MessageId }) {
  const { data } = useGrievanceRedressal();
  return (
    <div className="grievance-next stack-s3">
      <p>{t(text)}</p>
      {data && <Ombudsman {...data.ombudsman} />}
    </div>
  );
}
