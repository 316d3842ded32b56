/** Numbered steps in order. */
import type { MessageId } from '../../locales/index.ts';
import { t } from '../i18n/i18n.tsx';
import './steps-list.css';

export const StepsList = ({ steps }: { steps: readonly { title: MessageId; text: MessageId }[] }) => (
  <ol className="steps-list">
    {steps.map(({ title, text }) => (
      <li key={title}>
        <strong>{t(title)}</strong>
        <span className="text-muted">{t(text)}</span>
      </li>
    ))}
  </ol>
);
