/** The way to all documents of the loan. */
import { FormattedMessage } from 'react-intl';
import { ButtonLink, type ButtonLinkProps } from '../../ui/ButtonLink.tsx';
import { useWizardState } from '../wizard.tsx';

export function DocumentsLink({ kind }: Pick<ButtonLinkProps, 'kind'>) {
  const loanId = useWizardState(({ context }) => context.loanId);
  if (loanId === null) return null;
  // What the address of this page carries leads to the same loan there; and nobody frames that page (decision 2b).
  const href = `/app/loan/${encodeURIComponent(loanId)}/documents${window.location.search}`;
  return (
    <ButtonLink kind={kind} href={href} away={window.self !== window.top}>
      <FormattedMessage id="status.documents" />
    </ButtonLink>
  );
}
