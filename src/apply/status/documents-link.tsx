/** The way to all documents of the loan. */
import { FormattedMessage } from 'react-intl';
import { ButtonLink, type ButtonLinkProps } from '../../ui/ButtonLink.tsx';
import { useServices } from '../services.ts';
import { useWizardState } from '../wizard.tsx';

export function DocumentsLink({ kind }: Pick<ButtonLinkProps, 'kind'>) {
  const { apiKey } = useServices();
  const loanId = useWizardState(({ context }) => context.loanId);
  if (loanId === null) return null;
  // Nobody frames that page (decision 2b), and a tab cannot read what a frame of another site has stored (decision 51).
  const isFramed = window.self !== window.top;
  const search = isFramed ? searchWithKey(apiKey) : window.location.search;
  return (
    <ButtonLink
      kind={kind}
      href={`/app/loan/${encodeURIComponent(loanId)}/documents${search}`}
      away={isFramed}
    >
      <FormattedMessage id="status.documents" />
    </ButtonLink>
  );
}

/** The page's query string with the key itself, as links in messages have it. */
function searchWithKey(apiKey: string | null): string {
  const params = new URLSearchParams(window.location.search);
  params.delete('k');
  if (apiKey !== null) params.set('api_key', apiKey);
  const text = params.toString();
  return text && `?${text}`;
}
