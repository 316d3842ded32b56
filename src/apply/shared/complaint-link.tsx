/** The link to the page that says how to complain, and to whom (decision 84). */
import { grievancePath } from '../../../domain/pages/legal.ts';
import { t } from '../../i18n/text.tsx';
import './complaint-link.css';

/** Opens in a new tab: the page of the embedded flow may be in a frame, which shows no other page. */
export const ComplaintLink = () => (
  <p className="complaint-link">
    <a href={grievancePath} target="_blank" rel="noopener noreferrer">
      {t('app.complaints')}
    </a>
  </p>
);
