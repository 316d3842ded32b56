/** Plans to look at: the chosen one, and the dialog of tenure cards in which one is taken (decision 15). */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Card.tsx';
import { Alert, Dialog } from '../../ui/Dialog.tsx';
import { Money } from '../../ui/Money.tsx';
import { PlanBar, type PlanPart } from '../../ui/PlanBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TenureCard, TenureChoice } from '../../ui/TenureCard.tsx';
import type { Offer } from '../applicant/plan.ts';
import { useWizard, useWizardState } from '../wizard.tsx';

/** What the chosen plan consists of, and what it takes at the start. */
export function PlanDetails({ offer, fee }: { offer: Offer; fee: number }) {
  return (
    <>
      <PlanBar parts={partsOf(offer, fee)} />
      <Facts facts={factsOf(offer)} />
    </>
  );
}

export interface PlanLayerProps {
  offers: readonly Offer[];
  /** Whole rupees: what the plans pay for. */
  fee: number;
  chosen: Offer | undefined;
  onTake: (offer: Offer) => void;
}

/** Over Applicant Details while a plan is being chosen, or none could be fetched to choose from. */
export function PlanLayer({ offers, ...plan }: PlanLayerProps) {
  const wizard = useWizard();
  const view = useWizardState((now) => views.find((state) => now.matches({ flow: { applicant: state } })));
  if (view === undefined) return null;
  if (view === 'optionsFailed') return <Failed onClose={() => wizard.send({ type: 'alert.dismissed' })} />;
  const cancel = () => wizard.send({ type: 'dialog.cancelled' });
  return <Tenures {...plan} offers={view === 'choosingTenure' ? offers : null} onCancel={cancel} />;
}

const views = ['openingTenures', 'choosingTenure', 'optionsFailed'] as const;

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

interface TenuresProps extends Omit<PlanLayerProps, 'offers'> {
  /** Null while they are being fetched. */
  offers: readonly Offer[] | null;
  onCancel: () => void;
}

/** One looks at all the cards, then takes one. */
function Tenures({ offers, fee, chosen, onTake, onCancel }: TenuresProps) {
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
            checked={offer.option.id === marked?.option.id}
            onChoose={() => setMarked(offer)}
            refused={offer.option.is_disabled && <FormattedMessage id="status.plan.notOffered" />}
            title={<FormattedMessage id="status.plan.months" values={{ months: offer.option.emi_tenure }} />}
            monthly={offer.plan.emi_amount}
            monthlyWords={<FormattedMessage id="status.plan.monthly" />}
            parts={partsOf(offer, fee)}
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
