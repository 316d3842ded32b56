/** The last step of an invitation: the recovery codes, which are shown once. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveText } from '../../ui/save-file.ts';
import { queuePath } from '../address.ts';
import { t } from '../../i18n/text.tsx';
import './invitation.css';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const intl = useIntl();
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <Card>
      <ul className="recovery-codes" aria-label={intl.formatMessage({ id: 'review.invitation.codes.label' })}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button onPress={() => void copy().catch(() => undefined)} wide>
        {t(isCopied ? 'review.invitation.codes.copied' : 'review.invitation.codes.copy')}
      </Button>
      <Button onPress={() => saveText('feepath-recovery-codes.txt', `${codes.join('\n')}\n`)} wide>
        {t('review.invitation.codes.download')}
      </Button>
      {/* Loads the page anew, without whoever was signed in here before, and leaves no used link behind in the history. */}
      <Button kind="primary" onPress={() => window.location.replace(queuePath)} wide>
        {t('review.invitation.codes.done')}
      </Button>
    </Card>
  );
}
