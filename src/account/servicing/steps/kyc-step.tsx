/** The identity check on its provider's page, again where it failed or its link has expired. */
import type { MessageId } from '../../../../locales/index.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useServices } from '../../services.ts';
import { CallFailure } from '../call-failure.tsx';
import { useProviderPage } from '../provider-page.ts';
import { t } from '../../../i18n/text.tsx';
import { NameNotice } from './name-notice.tsx';
import type { StepProps } from './step-props.ts';

const failures: Readonly<Partial<Record<string, MessageId>>> = {
  details_mismatch: 'servicing.kyc.failed.details',
  document_unreadable: 'servicing.kyc.failed.unreadable',
  cancelled: 'servicing.kyc.failed.cancelled',
};

export function KycStep({ servicing }: StepProps) {
  const { call } = useServices();
  const { loan_id, lender_name: lender, kyc } = servicing;
  const isStarted = kyc.state === 'requested' || kyc.state === 'expired';
  const { isOpening, failure, open } = useProviderPage((_, signal) =>
    call(isStarted ? 'regenerateKycToken' : 'startKyc', { body: { loan_id } }, { signal }),
  );
  return (
    <Card title={t('servicing.step.kyc')}>
      <p>{t('servicing.kyc.help', { lender })}</p>
      {kyc.state === 'failed' && (
        <Banner kind="notice" title={t(failures[kyc.failure ?? ''] ?? 'servicing.kyc.failed.other')}>
          <p>{t('servicing.kyc.failed.help')}</p>
        </Banner>
      )}
      {kyc.state === 'requested' && <p role="status">{t('servicing.kyc.requested')}</p>}
      {kyc.state === 'expired' && <p role="status">{t('servicing.kyc.expired')}</p>}
      <NameNotice servicing={servicing} />
      <CallFailure failure={failure} />
      <div>
        <Button kind="primary" wide busy={isOpening} onPress={() => open()}>
          {t(kyc.state === 'none' ? 'servicing.kyc.start' : 'servicing.kyc.again')}
        </Button>
      </div>
    </Card>
  );
}
