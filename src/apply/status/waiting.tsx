/** What one sees while the application is saved and the lender thinks. */
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import { OverlayBusy } from '../../ui/OverlayBusy.tsx';
import './status.css';

const messages: readonly MessageId[] = [
  'status.waiting.1',
  'status.waiting.2',
  'status.waiting.3',
  'status.waiting.4',
];

export function Saving() {
  return <OverlayBusy announce={<FormattedMessage id="status.saving" />} />;
}

/** The messages take turns before the eyes; the ears hear the first one, once. */
export function Waiting({ message }: { message: number }) {
  const shown = messages[message] ?? 'status.waiting.1';
  const keepOpen = <FormattedMessage id="status.waiting.keepOpen" />;
  return (
    <OverlayBusy
      announce={
        <>
          <FormattedMessage id="status.waiting.1" /> {keepOpen}
        </>
      }
    >
      <p key={shown} className="waiting">
        <FormattedMessage id={shown} />
      </p>
      <p className="soft">{keepOpen}</p>
    </OverlayBusy>
  );
}
