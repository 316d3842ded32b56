/** Until the lender has paid the institution, and from then on. */
import { FormattedDate, FormattedMessage } from 'react-intl';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import { answerPath } from '../../../../domain/pages/faq-answers.ts';
import { AnswerLink } from '../../../ui/answer-link.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Paise } from '../../../ui/money.tsx';
import { LeftToPay } from '../left-to-pay.tsx';
import { NameNotice } from './name-notice.tsx';
import type { StepProps } from './step-props.ts';

export function DisbursalStep({ servicing }: StepProps) {
  const { lender_name: lender, disbursed_on: disbursedOn, institution, advance, agreement } = servicing;
  return (
    <Card title={<FormattedMessage id="servicing.step.disbursal" />}>
      <p role="status">
        {disbursedOn === null ? (
          <FormattedMessage
            id={agreement.state === 'signed' ? 'servicing.sign.waiting' : 'servicing.disbursal.waiting'}
            values={{ lender }}
          />
        ) : (
          <FormattedMessage
            id="servicing.disbursal.done"
            values={{
              lender,
              amount: <Paise paise={institution.received_paise} />,
              date: <FormattedDate value={disbursedOn} dateStyle="long" timeZone="UTC" />,
            }}
          />
        )}
      </p>
      {disbursedOn === null ? (
        <AnswerLink href={answerPath('payout')}>
          <FormattedMessage id="servicing.disbursal.when" />
        </AnswerLink>
      ) : (
        <LeftToPay servicing={servicing} />
      )}
      {advance.state === 'paid' && (
        <p>
          <FormattedMessage
            id="servicing.advance.paid"
            values={{ amount: <Paise paise={advance.amount_paise} /> }}
          />
        </p>
      )}
      <NameNotice servicing={servicing} />
      {disbursedOn !== null && (
        <div>
          <ButtonLink href={accountPath('repayment', servicing.loan_id)}>
            <FormattedMessage id="servicing.disbursal.repayment" />
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
