/** Until the lender has paid the institution, and from then on. */
import { FormattedDate } from 'react-intl';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import { answerPath } from '../../../../domain/pages/faq-answers.ts';
import { AnswerLink } from '../../../ui/answer-link.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Paise } from '../../../ui/money.tsx';
import { LeftToPay } from '../left-to-pay.tsx';
import { t } from '../../../i18n/text.tsx';
import { NameNotice } from './name-notice.tsx';
import type { StepProps } from './step-props.ts';

export function DisbursalStep({ servicing }: StepProps) {
  const { lender_name: lender, disbursed_on: disbursedOn, institution, advance, agreement } = servicing;
  return (
    <Card title={t('servicing.step.disbursal')}>
      <p role="status">
        {disbursedOn === null
          ? t(agreement.state === 'signed' ? 'servicing.sign.waiting' : 'servicing.disbursal.waiting', {
              lender,
            })
          : t('servicing.disbursal.done', {
              lender,
              amount: <Paise paise={institution.received_paise} />,
              date: <FormattedDate value={disbursedOn} dateStyle="long" timeZone="UTC" />,
            })}
      </p>
      {disbursedOn === null ? (
        <AnswerLink href={answerPath('payout')}>{t('servicing.disbursal.when')}</AnswerLink>
      ) : (
        <LeftToPay servicing={servicing} />
      )}
      {advance.state === 'paid' && (
        <p>{t('servicing.advance.paid', { amount: <Paise paise={advance.amount_paise} /> })}</p>
      )}
      <NameNotice servicing={servicing} />
      {disbursedOn !== null && (
        <div>
          <ButtonLink href={accountPath('repayment', servicing.loan_id)}>
            {t('servicing.disbursal.repayment')}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
