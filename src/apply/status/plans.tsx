/** Plans to look at: the chosen one, and the dialog of tenure cards in which one is taken (decision 15). */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { EmiOption, Loan } from '../../../domain/wire.ts';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Alert, Dialog } from '../../ui/Dialog.tsx';
import { formatRupees, Money } from '../../ui/Money.tsx';
import { PlanBar, type PlanPart } from '../../ui/PlanBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TenureCard, TenureChoice } from '../../ui/TenureCard.tsx';
import { useWizard, useWizardState } from '../wizard.tsx';
import { feeOf, type Offer, offerOf } from './offers.ts';

/** What became of a chosen plan as what it stands on changed (decision 13a). */
export function PlanNotice({ chosen, gone }: { chosen: EmiOption | undefined; gone: boolean }) {
  const notice = useWizardState((now) => now.context.planNotice);
  if (gone || notice === 'cleared')
    return <Banner kind="notice" title={<FormattedMessage id="applicant.emi.cleared" />} />;
  if (!chosen || notice !== 'recalculated') return null;
  return <Banner kind="notice" title={<FormattedMessage id="applicant.emi.recalculated" />} />;
}

export interface PlanProps {
  option: EmiOption;
  /** The loan that the plan pays for. */
  loan: Loan | null;
}

/** What the chosen plan consists of, and what it takes at the start. */
export function PlanDetails({ option, loan }: PlanProps) {
  const offer = offerOf(option, loan);
  return (
    <>
      <PlanBar parts={partsOf(offer, feeOf(loan))} />
      <Facts facts={factsOf(offer)} />
    </>
  );
}

/** '6 months, ₹10,000 a month'. */
export function PlanWords({ option, loan }: PlanProps) {
  const { plan } = offerOf(option, loan);
  const values = { months: option.emi_tenure, amount: formatRupees(plan.emi_amount) };
  return <FormattedMessage id="applicant.emi.chosen" values={values} />;
}

export interface PlanModalProps {
  chosen: EmiOption | undefined;
  /** The loan that the plans pay for. */
  loan: Loan | null;
  onTake: (option: EmiOption) => void;
}

/** Over Applicant Details while a plan is being chosen, or none could be fetched to choose from. */
export function PlanModal(plan: PlanModalProps) {
  const wizard = useWizard();
  const view = useWizardState((now) => viewOf(now));
  if (view === undefined) return null;
  if (view === 'failed') return <Failed onClose={() => wizard.send({ type: 'alert.dismissed' })} />;
  const cancel = () => wizard.send({ type: 'dialog.cancelled' });
  return <Tenures {...plan} isReady={view === 'choosing'} onCancel={cancel} />;
}

const views: readonly [Parameters<WizardSnapshot['matches']>[0], 'loading' | 'choosing' | 'failed'][] = [
  [{ applicant: { loadingOptions: 'forModal' } }, 'loading'],
  [{ applicant: 'choosingTenure' }, 'choosing'],
  [{ applicant: 'optionsFailed' }, 'failed'],
];

const viewOf = (now: WizardSnapshot) => views.find(([state]) => now.matches(state))?.[1];

function Failed({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const alert = useWizardState((now) => now.context.alert);
  const message =
    alert?.kind === 'refused' ? alert.message : intl.formatMessage({ id: 'status.plan.unheard' });
  return (
    <Alert
      message={<FormattedMessage id="status.plan.failed" values={{ message }} />}
      action={{ words: <FormattedMessage id="status.refused.ok" />, onPress: onClose }}
    />
  );
}

interface TenuresProps extends PlanModalProps {
  /** False while the plans are being fetched. */
  isReady: boolean;
  onCancel: () => void;
}

/** One looks at all the cards, then takes one. */
function Tenures({ isReady, chosen, loan, onTake, onCancel }: TenuresProps) {
  const options = useWizardState((now) => now.context.options);
  const offers = isReady ? (options ?? []).map((option) => offerOf(option, loan)) : null;
  const [marked, setMarked] = useState(chosen);
  return (
    <Dialog
      wide
      title={<FormattedMessage id="status.plan.title" />}
      onCancel={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>
            <FormattedMessage id="status.plan.cancel" />
          </Button>
          <Button kind="primary" disabled={!marked} onPress={() => marked && onTake(marked)}>
            <FormattedMessage id="status.plan.take" />
          </Button>
        </>
      }
    >
      {offers === null && <Skeleton label={<FormattedMessage id="app.options.loading" />} />}
      {offers?.length === 0 && (
        <p>
          <FormattedMessage id="status.plan.none" />
        </p>
      )}
      <TenureChoice legend={<FormattedMessage id="status.plan.legend" />}>
        {offers?.map((offer) => (
          <TenureCard
            key={offer.option.id}
            name="tenure"
            value={String(offer.option.id)}
            checked={offer.option.id === marked?.id}
            onChoose={() => setMarked(offer.option)}
            refused={offer.option.is_disabled && <FormattedMessage id="status.plan.notOffered" />}
            title={<FormattedMessage id="status.plan.months" values={{ months: offer.option.emi_tenure }} />}
            monthly={offer.plan.emi_amount}
            monthlyWords={<FormattedMessage id="status.plan.monthly" />}
            parts={partsOf(offer, feeOf(loan))}
            facts={factsOf(offer)}
          />
        ))}
      </TenureChoice>
    </Dialog>
  );
}

/** What is paid in all, in three parts. */
const partsOf = ({ option, plan }: Offer, fee: number): PlanPart[] => [
  { kind: 'principal', name: <FormattedMessage id="status.plan.principal" />, rupees: fee },
  {
    kind: 'interest',
    name: <FormattedMessage id="status.plan.interest" />,
    rupees: plan.total_interest_payable,
  },
  {
    kind: 'fees',
    name: <FormattedMessage id="status.plan.charges" />,
    rupees: plan.processing_fee + option.membership_fee,
  },
];

/** What is paid at the start. */
const factsOf = ({ option, plan }: Offer) => [
  {
    id: 'processing_fee',
    name: <FormattedMessage id="status.plan.processingFee" />,
    value: <Money rupees={plan.processing_fee} />,
  },
  {
    id: 'emi_down_payment',
    name: <FormattedMessage id="status.plan.downPayment" />,
    value: <Money rupees={plan.emi_down_payment} />,
  },
  ...(option.membership_fee > 0
    ? [
        {
          id: 'membership_fee',
          name: <FormattedMessage id="status.plan.membershipFee" />,
          value: <Money rupees={option.membership_fee} />,
        },
      ]
    : []),
  {
    id: 'total_initial_payment',
    name: <FormattedMessage id="status.plan.initialPayment" />,
    value: <Money rupees={plan.total_initial_payment} />,
    strong: true,
  },
];
