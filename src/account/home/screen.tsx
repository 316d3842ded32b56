/** The start of the consumer app: the dashboard of a customer, and the start page of everybody else. */
import { RequireSignIn } from '../session/require-sign-in.tsx';
import { Dashboard } from './dashboard.tsx';
import { StartPage } from './start.tsx';

export default function Home() {
  return (
    <RequireSignIn signedOut={<StartPage />}>
      <Dashboard />
    </RequireSignIn>
  );
}
