/** The dialog of tenure cards: one looks at them all, then takes one. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TenureCard, TenureChoice } from '../../ui/TenureCard.tsx';
import { factsOf, type Offer, partsOf } from './plan.tsx';

export interface TenuresProps {
  offers: readonly Offer[];
  /** Whole rupees: what the plans pay for. */
  fee: number;
  chosen: Offer | undefined;
  onTake: (offer: Offer) => void;
  onCancel: () => void;
}

export function Tenures({ offers, fee, chosen, onTake, onCancel }: TenuresProps) {
  const [marked, setMarked] = useState(chosen);
  return (
    <Dialog
      wide
      title={<FormattedMessage id="applicant.emi.choose" />}
      onCancel={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>
            <FormattedMessage id="applicant.emi.cancel" />
          </Button>
          <Button kind="primary" disabled={!marked} onPress={() => marked && onTake(marked)}>
            <FormattedMessage id="applicant.emi.take" />
          </Button>
        </>
      }
    >
      {offers.length === 0 && (
        <p>
          <FormattedMessage id="applicant.emi.none" />
        </p>
      )}
      <TenureChoice legend={<FormattedMessage id="applicant.emi.tenure" />}>
        {offers.map((offer) => (
          <TenureCard
            key={offer.option.id}
            name="tenure"
            value={String(offer.option.id)}
            checked={offer.option.id === marked?.option.id}
            onChoose={() => setMarked(offer)}
            refused={offer.option.is_disabled && <FormattedMessage id="applicant.emi.notOffered" />}
            title={
              <FormattedMessage id="applicant.emi.months" values={{ months: offer.option.emi_tenure }} />
            }
            monthly={offer.plan.emi_amount}
            monthlyWords={<FormattedMessage id="applicant.emi.aMonth" />}
            parts={partsOf(offer, fee)}
            facts={factsOf(offer)}
          />
        ))}
      </TenureChoice>
    </Dialog>
  );
}
