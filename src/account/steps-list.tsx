/** What happens one after the other, with numbers. */
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import './steps-list.css';

export const StepsList = ({ steps }: { steps: readonly { title: MessageId; text: MessageId }[] }) => (
  <ol className="steps-list">
    {steps.map(({ title, text }) => (
      <li key={title}>
        <strong>
          <FormattedMessage id={title} />
        </strong>
        <span className="text-muted">
          <FormattedMessage id={text} />
        </span>
      </li>
    ))}
  </ol>
);
