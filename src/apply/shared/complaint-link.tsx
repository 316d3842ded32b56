/** How to complain, and to whom (decision 93). */
import { FormattedMessage } from 'react-intl';
import { grievancePath } from '../../../domain/pages/legal.ts';
import './complaint-link.css';

/** Opens in a new tab: the page of the embedded flow may be in a frame, which shows no other page. */
export const ComplaintLink = () => (
  <p className="complaint-link">
    <a href={grievancePath} target="_blank" rel="noopener noreferrer">
      <FormattedMessage id="app.complaints" />
    </a>
  </p>
);
