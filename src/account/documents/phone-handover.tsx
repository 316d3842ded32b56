/**
 * A QR code of this page, for a person at a desktop whose papers are photographed with the phone. The phone's re-entry
 * ends this page's token (decision 2a): the next call here leads to re-entry, and back.
 */
import { useIntl } from 'react-intl';
import { Disclosure } from '../../ui/disclosure.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { t } from '../../i18n/i18n.tsx';
import './phone-handover.css';

export interface PhoneHandoverProps {
  /** The address that the phone opens. It names the loan and grants nothing: the phone asks for a one-time password. */
  address: string;
}

export function PhoneHandover({ address }: PhoneHandoverProps) {
  const intl = useIntl();
  return (
    <div className="phone-handover">
      <Disclosure title={t('document.phone')}>
        <div className="phone-handover-body cluster">
          <QrCode text={address} label={intl.formatMessage({ id: 'document.phone.alt' })} />
          <ol>
            <li>{t('document.phone.scan')}</li>
            <li>{t('document.phone.code')}</li>
            <li>{t('document.phone.back')}</li>
          </ol>
        </div>
      </Disclosure>
    </div>
  );
}
