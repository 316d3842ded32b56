/** Shows a page by its session: the screen, the sign-in in its place or over it, and a sign-out that failed. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { MessageId } from '../../locales/index.ts';
import type { SessionActorRef } from '../../machines/session.ts';
import { t } from '../i18n/i18n.tsx';
import { Alert, Dialog } from '../ui/dialog.tsx';
import { useHeadingFocus } from './heading-focus.ts';

export interface SessionViewProps {
  session: SessionActorRef;
  /** Shown during the restoring of the device's session. */
  restoring: ReactNode;
  /** Shown if the session could not be restored. */
  failed: (retry: () => void) => ReactNode;
  signedOut: ReactNode;
  /** Shown until the sign-up is complete. */
  signingUp?: ReactNode;
  children: ReactNode;
}

/** Requires a sign-in. When the session ends, `SessionDialogs` covers the unchanged screen. */
export function SessionView({ session, failed, children, ...pages }: SessionViewProps) {
  const view = useSelector(session, (now) => {
    if (now.matches('starting') || now.matches('restoring')) return 'restoring';
    if (now.matches('restoreFailed')) return 'failed';
    if (now.matches('signedOut')) return 'signedOut';
    return now.context.person?.name ? 'signedIn' : 'signingUp';
  });
  useHeadingFocus(view, view === 'restoring');
  if (view === 'signedIn') return children;
  return view === 'failed' ? failed(() => session.send({ type: 'retry.requested' })) : pages[view];
}

export interface SessionDialogsProps {
  session: SessionActorRef;
  /** The sign-in over a screen whose session has ended. */
  signInAgain: { title: MessageId; help: MessageId; form: ReactNode };
  /** Shown after a sign-out that the server did not confirm. */
  signOutFailed: { message: MessageId; help: MessageId };
}

/** The dialogs of the session, above any screen. */
export function SessionDialogs({ session, signInAgain, signOutFailed }: SessionDialogsProps) {
  const isExpired = useSelector(session, (now) => now.matches({ signedIn: 'expired' }));
  const hasFailed = useSelector(session, (now) => now.matches({ signedIn: 'signOutFailed' }));
  if (isExpired) {
    // The dialog cannot be cancelled: nothing works without a session.
    return (
      <Dialog title={t(signInAgain.title)} onCancel={null}>
        <p>{t(signInAgain.help)}</p>
        {signInAgain.form}
      </Dialog>
    );
  }
  if (!hasFailed) return null;
  return (
    <Alert
      message={t(signOutFailed.message)}
      action={{ label: t('common.ok'), onPress: () => session.send({ type: 'alert.dismissed' }) }}
    >
      <p>{t(signOutFailed.help)}</p>
    </Alert>
  );
}
