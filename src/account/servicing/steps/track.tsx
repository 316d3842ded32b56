/** The steps as a list: what is done, what is next, what is to come. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { Servicing } from '../../../../domain/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { Card } from '../../../ui/Card.tsx';
import { CheckIcon } from '../../../ui/icons/check.tsx';
import { rateText } from '../../../plans/rate-text.ts';
import { Paise } from '../../../ui/Paise.tsx';
import { type ServicingStep, stepsOf } from '../steps.ts';
import './track.css';

const names = {
  sign: 'servicing.step.sign',
  kyc: 'servicing.step.kyc',
  mandate: 'servicing.step.mandate',
  pay_advance: 'servicing.step.payAdvance',
  wait_for_disbursal: 'servicing.step.disbursal',
} as const satisfies Record<ServicingStep, MessageId>;

const notes = {
  done: 'account.step.done',
  current: 'account.step.current',
  todo: 'account.step.todo',
} as const satisfies Record<string, MessageId>;

export function Track({ servicing }: { servicing: Servicing }) {
  const intl = useIntl();
  const { offer, lender_name: lender } = servicing;
  return (
    <Card title={lender}>
      <p>
        <FormattedMessage
          id="servicing.steps.offer"
          values={{
            amount: <Paise paise={offer.terms.sanctioned_amount_paise} />,
            instalment: <Paise paise={offer.instalment_paise} />,
            count: offer.instalments,
            rate: rateText(intl, offer.apr),
          }}
        />
      </p>
      <ol className="servicing-track">
        {stepsOf(servicing).map(({ step, state }) => (
          <li key={step} className="servicing-track-step" data-state={state}>
            <span className="servicing-track-dot" aria-hidden="true">
              {state === 'done' && <CheckIcon />}
            </span>
            <span>
              <FormattedMessage id={names[step]} />
              <span className="visually-hidden">
                {' '}
                (<FormattedMessage id={notes[state]} />)
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
