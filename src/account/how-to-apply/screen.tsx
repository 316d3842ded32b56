/** How to apply: a short captioned sequence of drawings, and the same steps as text. */
import { FormattedMessage } from 'react-intl';
import { accountPath } from '../../../domain/account-pages.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Actions } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Frame } from '../frame.tsx';
import { Carousel } from './carousel.tsx';
import { slides } from './slides.tsx';
import './how-to-apply.css';

export default function HowToApplyScreen() {
  return (
    <Frame title="howToApply.title" lead="howToApply.lead">
      <Carousel />
      <Card title={<FormattedMessage id="howToApply.steps" />}>
        <ol className="how-to-apply-steps">
          {slides.map(({ title, text }) => (
            <li key={title}>
              <strong>
                <FormattedMessage id={title} />
              </strong>
              <span className="text-muted">
                <FormattedMessage id={text} />
              </span>
            </li>
          ))}
        </ol>
        <p>
          <FormattedMessage id="howToApply.atHand" />
        </p>
        <Actions>
          <ButtonLink kind="secondary" href={accountPath('institutions')}>
            <FormattedMessage id="howToApply.institutions" />
          </ButtonLink>
          <ButtonLink href={accountPath('home')}>
            <FormattedMessage id="howToApply.apply" />
          </ButtonLink>
        </Actions>
      </Card>
    </Frame>
  );
}
