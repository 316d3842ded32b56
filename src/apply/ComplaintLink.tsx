/** How to complain, and to whom (decision 93). */
import { FormattedMessage } from 'react-intl';
import { grievancePath } from '../../domain/legal.ts';
import { useWizardState } from './wizard.tsx';

/** Opens in a new tab: the page of the embedded flow may be in a frame, which shows no other page. */
export function ComplaintLink() {
  // Every page of the consumer app has the link in its footer.
  const isConsumer = useWizardState(({ context }) => context.loan?.presentation === 'consumer');
  if (isConsumer) return null;
  return (
    <p>
      <a href={grievancePath} target="_blank" rel="noopener noreferrer">
        <FormattedMessage id="app.complaints" />
      </a>
    </p>
  );
}
