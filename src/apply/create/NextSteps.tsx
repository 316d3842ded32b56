/** What happens next, in three short steps, and how long it takes. */
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import './create.css';

const steps: readonly { title: MessageId; time: MessageId }[] = [
  { title: 'create.step.student', time: 'create.step.student.time' },
  { title: 'create.step.applicant', time: 'create.step.applicant.time' },
  { title: 'create.step.status', time: 'create.step.status.time' },
];

export function NextSteps() {
  return (
    <section className="comes" aria-labelledby="comes-title">
      <h2 id="comes-title" className="comes-title">
        <FormattedMessage id="create.steps" />
      </h2>
      <ol className="comes-steps">
        {steps.map(({ title, time }) => (
          <li key={title}>
            <strong>
              <FormattedMessage id={title} />
            </strong>{' '}
            <span className="comes-small soft">
              <FormattedMessage id={time} />
            </span>
          </li>
        ))}
      </ol>
      <p className="comes-small soft">
        <FormattedMessage id="create.atHand" />
      </p>
    </section>
  );
}
