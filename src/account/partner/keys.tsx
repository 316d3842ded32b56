/** The partner's keys by their public names, and what an address of the embedded flow is made of. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { PartnerKey } from '../../../domain/values/wire.ts';
import { Badge } from '../../ui/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../copy-text.ts';
import { t } from '../../i18n/text.tsx';
import './keys.css';

export function Keys({ partnerId, keys }: { partnerId: string; keys: readonly PartnerKey[] }) {
  const intl = useIntl();
  const address = `${window.location.origin}/?api_key=KEY&institute_id=ID`;
  return (
    <Card title={t('partner.keys')}>
      <p className="text-muted">{t('partner.keys.help')}</p>
      <ul className="partner-values">
        <CopyValue name={intl.formatMessage({ id: 'partner.keys.partner' })} value={partnerId} />
        <CopyValue name={intl.formatMessage({ id: 'partner.keys.address' })} value={address} />
        <CopyValue
          name={intl.formatMessage({ id: 'partner.keys.testAddress' })}
          value={`${address}&test=1`}
        />
      </ul>
      {keys.map(({ key_id, label, origins, revoked }) => (
        <section key={key_id} aria-label={label}>
          <h3>
            {label} {revoked && <Badge>{t('partner.keys.revoked')}</Badge>}
          </h3>
          <ul className="partner-values">
            <CopyValue name={intl.formatMessage({ id: 'partner.keys.id' })} value={key_id} />
            {origins.map((origin) => (
              <CopyValue
                key={origin}
                name={intl.formatMessage({ id: 'partner.keys.origin' })}
                value={origin}
              />
            ))}
          </ul>
          {origins.length === 0 && <p className="text-muted">{t('partner.keys.noOrigin')}</p>}
        </section>
      ))}
    </Card>
  );
}

const copyResults = { copied: 'partner.copied', failed: 'partner.copy.failed' } as const;

function CopyValue({ name, value }: { name: string; value: string }) {
  const intl = useIntl();
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => setResult(await copyText(value));
  return (
    <li className="partner-value">
      <span className="partner-value-name">{name}</span>
      <code className="partner-value-text">{value}</code>
      <Button
        kind="quiet"
        label={intl.formatMessage({ id: 'partner.copy.label' }, { name })}
        onPress={() => void copy()}
      >
        {t('partner.copy')}
      </Button>
      <span className="partner-value-result text-muted" role="status">
        {result && t(copyResults[result])}
      </span>
    </li>
  );
}
