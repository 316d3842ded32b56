/** What happens next, in three short steps, and how long it takes. */
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import './next-steps.css';

const steps: readonly { title: MessageId; time: MessageId }[] = [
  { title: 'create.step.student', time: 'create.step.student.time' },
  { title: 'create.step.applicant', time: 'create.step.applicant.time' },
  { title: 'create.step.status', time: 'create.step.status.time' },
];

export function NextSteps() {
  return (
    <section className="next-steps" aria-labelledby="next-steps-title">
      <h2 id="next-steps-title" className="next-steps-title">
        <FormattedMessage id="create.steps" />
      </h2>
      <ol className="next-steps-list">
        {steps.map(({ title, time }) => (
          <li key={title}>
            <strong>
              <FormattedMessage id={title} />
            </strong>{' '}
            <span className="next-steps-note text-muted">
              <FormattedMessage id={time} />
            </span>
          </li>
        ))}
      </ol>
      <p className="next-steps-note text-muted">
        <FormattedMessage id="create.atHand" />
      </p>
    </section>
  );
}
