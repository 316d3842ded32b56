/** What one sees while the application is saved and the lender thinks. */
import { useState } from 'react';
import { FormattedNumber } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { LoadingOverlay } from '../../ui/loading-overlay.tsx';
import { Logo } from '../../ui/page.tsx';
import { useServices, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import './status.css';

/** In the order in which they take turns; the wizard counts them (limits.waitingMessages). */
const messages = [
  'status.waiting.1',
  'status.waiting.2',
  'status.waiting.3',
  'status.waiting.4',
] as const satisfies readonly MessageId[];

export function SavingOverlay() {
  return <LoadingOverlay announce={t('status.saving')} />;
}

/** The messages rotate on the screen; a screen reader announces the first one, once. */
export function AwaitingLenderOverlay() {
  const shown = useWizardState(({ context }) => messages[context.waitingMessage]) ?? messages[0];
  const leave = t('status.waiting.leave');
  return (
    <LoadingOverlay
      announce={
        <>
          {t(messages[0])} {leave}
        </>
      }
    >
      <span className="waiting-brand">
        <Logo />
        {t('app.name')}
      </span>
      <p key={shown} className="waiting-message">
        {t(shown)}
      </p>
      <Progress />
      <p className="waiting-leave">{leave}</p>
    </LoadingOverlay>
  );
}

/** What is done, what is going on and for how long, and what is to come. The seconds are read anew with each message. */
function Progress() {
  const { now } = useServices();
  const [start] = useState(() => now().getTime());
  return (
    <ul className="waiting-steps">
      {steps.map((id) => (
        <li key={id}>
          {id === 'status.waiting.saved' && <CheckIcon />}
          <span>{t(id)}</span>
          {id === 'status.waiting.asking' && (
            <FormattedNumber
              value={Math.round((now().getTime() - start) / 1000)}
              style="unit"
              unit="second"
              unitDisplay="narrow"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The second one is going on. */
const steps = [
  'status.waiting.saved',
  'status.waiting.asking',
  'status.waiting.answer',
] as const satisfies readonly MessageId[];
