/** The steps as a list: what is done, what is next, what is to come. */
import { useIntl } from 'react-intl';
import type { Servicing } from '../../../../domain/values/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Card } from '../../../ui/card.tsx';
import { rateText } from '../../../plans/rate-text.ts';
import { Paise } from '../../../ui/money.tsx';
import { StepTrack } from '../../../my-loans/step-track.tsx';
import { paymentsOf } from '../offers/offer-facts.ts';
import { type ServicingStep, stepsOf } from '../steps.ts';
import { t } from '../../../i18n/i18n.tsx';

const labels = {
  sign: 'servicing.step.sign',
  kyc: 'servicing.step.kyc',
  mandate: 'servicing.step.mandate',
  pay_advance: 'servicing.step.payAdvance',
  wait_for_disbursal: 'servicing.step.disbursal',
} as const satisfies Record<ServicingStep, MessageId>;

export function Track({ servicing }: { servicing: Servicing }) {
  const intl = useIntl();
  const { offer, lender_name: lender } = servicing;
  const { upFront, later } = paymentsOf(offer);
  return (
    <Card title={lender}>
      <p>
        {t('servicing.steps.offer', {
          amount: <Paise paise={offer.terms.sanctioned_amount_paise} />,
          instalment: <Paise paise={offer.instalment_paise} />,
          count: later.length,
          upFront: upFront === 0 ? 'none' : <Paise paise={upFront} />,
          rate: rateText(intl, offer.apr),
        })}
      </p>
      <StepTrack
        steps={stepsOf(servicing).map(({ step, state }) => ({ label: labels[step], state }))}
        layout="column"
      />
    </Card>
  );
}
