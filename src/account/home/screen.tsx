/** The start of the consumer app: the dashboard of a customer, and the start page of everybody else. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { t } from '../../i18n/text.tsx';
import { RequireSignIn } from '../session/require-sign-in.tsx';
import { Frame } from '../frame.tsx';
import { StepsList } from '../steps-list.tsx';
import { Dashboard } from './dashboard.tsx';
import { FeeCalculator } from './fee-calculator.tsx';
import { StartDrawing } from './start-drawing.tsx';
import './start.css';

export default function Home() {
  return (
    <RequireSignIn signedOut={<StartPage />}>
      <Dashboard />
    </RequireSignIn>
  );
}

const advantages = [
  'account.start.plans',
  'account.start.fees',
  'account.start.security',
  'account.start.foreclosure',
] as const satisfies readonly MessageId[];

const steps = [
  { title: 'account.start.how.apply', text: 'account.start.how.apply.help' },
  { title: 'account.start.how.documents', text: 'account.start.how.documents.help' },
  { title: 'account.start.how.decide', text: 'account.start.how.decide.help' },
] as const;

/** What Feepath does, for people who are not signed in. */
function StartPage() {
  return (
    <Frame title="account.start.title" lead="account.start.lead" wide>
      <div className="start-hero">
        <FeeCalculator
          action={
            <div className="start-action">
              <ButtonLink href={accountPath('signIn')}>{t('account.start.signIn')}</ButtonLink>
            </div>
          }
        />
        <div className="start-about">
          <StartDrawing />
          <ul className="start-advantages stack-s3">
            {advantages.map((id) => (
              <li key={id}>
                <CheckIcon />
                <span>{t(id, limits.planMonths)}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Card title={t('account.start.how')}>
        <div className="start-steps">
          <StepsList steps={steps} />
        </div>
      </Card>
    </Frame>
  );
}
