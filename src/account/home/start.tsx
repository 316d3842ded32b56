/** What Feepath does, for people who are not signed in. */
import { FormattedMessage } from 'react-intl';
import { accountPath } from '../../../domain/account-pages.ts';
import { limits } from '../../../domain/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { Frame } from '../frame.tsx';
import { FeeCalculator } from './fee-calculator.tsx';
import { StartDrawing } from './start-drawing.tsx';
import './start.css';

const advantages = [
  'account.start.plans',
  'account.start.fees',
  'account.start.security',
  'account.start.foreclosure',
] as const satisfies readonly MessageId[];

const steps = [
  ['account.start.how.apply', 'account.start.how.apply.help'],
  ['account.start.how.documents', 'account.start.how.documents.help'],
  ['account.start.how.decide', 'account.start.how.decide.help'],
] as const satisfies readonly (readonly [MessageId, MessageId])[];

export function StartPage() {
  return (
    <Frame title="account.start.title" lead="account.start.lead" wide>
      <div className="start-hero">
        <FeeCalculator
          action={
            <div className="start-action">
              <ButtonLink href={accountPath('signIn')}>
                <FormattedMessage id="account.start.signIn" />
              </ButtonLink>
            </div>
          }
        />
        <div className="start-about">
          <StartDrawing />
          <ul className="start-advantages">
            {advantages.map((id) => (
              <li key={id}>
                <CheckIcon />
                <span>
                  <FormattedMessage id={id} values={limits.planMonths} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Card title={<FormattedMessage id="account.start.how" />}>
        <ol className="start-steps">
          {steps.map(([name, help], index) => (
            <li key={name} className="start-step">
              <span className="start-step-number" aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <strong>
                  <FormattedMessage id={name} />
                </strong>
                <span className="start-step-help text-muted">
                  <FormattedMessage id={help} />
                </span>
              </span>
            </li>
          ))}
        </ol>
      </Card>
    </Frame>
  );
}
