/** The link to the privacy policy, for where data is first given. */
import { legalPath } from '../../domain/pages/legal.ts';
import { t } from '../i18n/i18n.tsx';

/** It opens in a new tab: what is typed stays, and the page of a frame is not replaced. */
export const PrivacyLink = () => (
  <a className="text-small" href={legalPath('privacy')} target="_blank" rel="noopener noreferrer">
    {t('app.privacy')}
  </a>
);
