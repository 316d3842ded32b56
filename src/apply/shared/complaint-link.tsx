/** How to complain, and to whom (decision 93). */
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { grievancePath } from '../../../domain/pages/legal.ts';
import { useWizardState } from './wizard.tsx';
import './complaint-link.css';

/**
 * Stands in the footer of the page. Opens in a new tab: the page of the embedded flow may be in a frame, which shows no
 * other page.
 */
export function ComplaintLink() {
  // Every page of the consumer app has the link in its footer.
  const isConsumer = useWizardState(({ context }) => context.loan?.presentation === 'consumer');
  const footer = useSyncExternalStore(neverChanges, () => document.querySelector('.page-footer'));
  if (isConsumer || !footer) return null;
  return createPortal(
    <p className="complaint-link">
      <a href={grievancePath} target="_blank" rel="noopener noreferrer">
        <FormattedMessage id="app.complaints" />
      </a>
    </p>,
    footer,
  );
}

/** The footer is on the page as long as the screen is; it is looked for once more after the first rendering. */
const neverChanges = () => () => undefined;
