/** The address of the sign-in: the router shows the sign-in there, and leads on once there is a session. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { LoadingPage } from '../status-pages.tsx';

export default function AfterSignIn() {
  const { history } = useRouter();
  useEffect(() => history.replace(accountPath('home')), [history]);
  return <LoadingPage />;
}
