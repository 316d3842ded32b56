/** The dialogs of a customer's session. */
import { useSelector } from '@xstate/react';
import { customerOf } from '../../../machines/session.ts';
import { SessionDialogs } from '../../shell/session.tsx';
import { Button } from '../../ui/button.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { SignIn } from './sign-in.tsx';

export function CustomerSessionDialogs() {
  const { session } = useServices();
  const customer = useSelector(session, customerOf);
  return (
    <SessionDialogs
      session={session}
      signInAgain={{
        title: 'account.signInAgain.title',
        help: 'account.signInAgain.help',
        form: customer && (
          <>
            <SignIn knownMobile={customer.mobile} />
            <div>
              <Button kind="quiet" onPress={() => session.send({ type: 'signOut.requested' })}>
                {t('account.signInAgain.leave')}
              </Button>
            </div>
          </>
        ),
      }}
      signOutFailed={{ message: 'account.signOut.failed', help: 'account.signOut.failed.help' }}
    />
  );
}
