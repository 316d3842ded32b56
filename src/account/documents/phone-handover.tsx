/**
 * A QR code of this page, for a person at a desktop whose papers are photographed with the phone. The phone's re-entry
 * ends this page's token (decision 2a): the next call here leads to re-entry, and back.
 */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QrCode } from '../../ui/QrCode.tsx';
import './phone-handover.css';

export interface PhoneHandoverProps {
  /** What the phone opens. It names the loan and opens nothing by itself: the phone asks for a one-time password. */
  address: string;
}

export function PhoneHandover({ address }: PhoneHandoverProps) {
  const intl = useIntl();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="phone-handover" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>
        <FormattedMessage id="document.phone" />
      </summary>
      {isOpen && (
        <div className="phone-handover-body">
          <QrCode text={address} label={intl.formatMessage({ id: 'document.phone.alt' })} />
          <ol>
            <li>
              <FormattedMessage id="document.phone.scan" />
            </li>
            <li>
              <FormattedMessage id="document.phone.code" />
            </li>
            <li>
              <FormattedMessage id="document.phone.back" />
            </li>
          </ol>
        </div>
      )}
    </details>
  );
}
