/** What one sees while the application is saved and the lender thinks. */
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { limits } from '../../../domain/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { LoadingOverlay } from '../../ui/LoadingOverlay.tsx';
import './status.css';

/** In the order in which they take turns. */
const messages = [
  'status.waiting.1',
  'status.waiting.2',
  'status.waiting.3',
  'status.waiting.4',
] as const satisfies readonly MessageId[];

export function SavingOverlay() {
  return <LoadingOverlay announce={<FormattedMessage id="status.saving" />} />;
}

/** The messages rotate on the screen; a screen reader announces the first one, once. */
export function AwaitingLenderOverlay() {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const timer = setInterval(
      () => setIndex((last) => (last + 1) % messages.length),
      limits.waitingMessageMs,
    );
    return () => clearInterval(timer);
  }, []);
  const shown = messages[index] ?? messages[0];
  const keepOpen = <FormattedMessage id="status.waiting.keepOpen" />;
  return (
    <LoadingOverlay
      announce={
        <>
          <FormattedMessage id={messages[0]} /> {keepOpen}
        </>
      }
    >
      <p key={shown} className="waiting-message">
        <FormattedMessage id={shown} />
      </p>
      <p className="text-muted">{keepOpen}</p>
    </LoadingOverlay>
  );
}
