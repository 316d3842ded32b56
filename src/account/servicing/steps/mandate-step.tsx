/** The mandate, by which the lender debits the instalments: its limit in words, and the way to set it up. */
import { useState } from 'react';
import type { MessageId } from '../../../../locales/index.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Paise } from '../../../ui/money.tsx';
import { useServices } from '../../services.ts';
import { CallFailure } from '../call-failure.tsx';
import { MandateLimit, type MandateMethod, mandateMethods } from '../mandate.tsx';
import { useProviderPage } from '../provider-page.ts';
import { t } from '../../../i18n/text.tsx';
import { NameNotice } from './name-notice.tsx';
import type { StepProps } from './step-props.ts';
import './mandate-step.css';

const failures: Readonly<Partial<Record<string, MessageId>>> = {
  bank_refused: 'servicing.mandate.failed.bank',
  account_mismatch: 'servicing.mandate.failed.account',
  cancelled: 'servicing.mandate.failed.cancelled',
};

export function MandateStep({ servicing }: Pick<StepProps, 'servicing'>) {
  const { call } = useServices();
  const { loan_id: id, lender_name: lender, mandate, offer } = servicing;
  const [method, setMethod] = useState<MandateMethod>(mandate.method ?? 'upi');
  const { isOpening, failure, open } = useProviderPage<MandateMethod>((chosen, signal) =>
    call('createMandate', { path: { id }, body: { method: chosen } }, { signal }),
  );
  const isWithdrawn = mandate.state === 'cancelled' && mandate.registration_number !== null;
  const hasFailed = mandate.state === 'failed' || (mandate.state === 'cancelled' && !isWithdrawn);
  return (
    <Card title={t('servicing.step.mandate')}>
      <p>{t('servicing.mandate.help', { lender, amount: <Paise paise={offer.instalment_paise} /> })}</p>
      <MandateLimit paise={mandate.limit_paise} />
      <NameNotice servicing={servicing} />
      {isWithdrawn && <Banner kind="notice" title={t('servicing.mandate.withdrawn')} />}
      {hasFailed && (
        <Banner
          kind="notice"
          title={t(failures[mandate.failure ?? 'cancelled'] ?? 'servicing.mandate.failed.other')}
        />
      )}
      {mandate.state === 'requested' && <p role="status">{t('servicing.mandate.requested')}</p>}
      <fieldset>
        <legend>{t('servicing.mandate.method')}</legend>
        <div className="mandate-methods">
          {(Object.keys(mandateMethods) as MandateMethod[]).map((one) => (
            <label key={one} className="mandate-method">
              <input
                type="radio"
                name="mandate-method"
                checked={method === one}
                onChange={() => setMethod(one)}
              />
              {t(mandateMethods[one])}
            </label>
          ))}
        </div>
      </fieldset>
      <CallFailure failure={failure} />
      <div>
        <Button kind="primary" wide busy={isOpening} onPress={() => open(method)}>
          {t(mandate.state === 'none' ? 'servicing.mandate.start' : 'servicing.mandate.again')}
        </Button>
      </div>
    </Card>
  );
}
