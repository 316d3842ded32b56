/** Replaces a loan's steps if no offer was accepted, or if the loan does not exist. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Frame } from '../frame.tsx';
import { NotFoundPage } from '../status-pages.tsx';
import { t } from '../../i18n/i18n.tsx';

export function NoServicing({ loanId, failure }: { loanId: string; failure: Failure | null }) {
  const isNotAccepted =
    failure?.kind === 'refused' && failure.errors.some(({ code }) => code === 'servicing.none');
  if (!isNotAccepted) return <NotFoundPage />;
  return (
    <Frame title="servicing.none.title">
      <Card>
        <p>{t('servicing.none.help')}</p>
        <div>
          <ButtonLink href={accountPath('offers', loanId)}>{t('servicing.keyFacts.offers')}</ButtonLink>
        </div>
      </Card>
    </Frame>
  );
}
