/** The way to all documents of the loan. */
import type { Call } from '../../api/call.ts';
import { ButtonLink, type ButtonLinkProps } from '../../ui/button-link.tsx';
import { useServices } from '../shared/services.ts';
import { useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/text.tsx';

export function DocumentsLink({ kind }: Pick<ButtonLinkProps, 'kind'>) {
  const { apiKey, call } = useServices();
  const loanId = useWizardState(({ context }) => context.loanId);
  if (loanId === null) return null;
  // Nobody frames that page (decision 1), and a tab cannot read what a frame of another site has stored (decision 123).
  const isFramed = window.self !== window.top;
  const search = isFramed ? searchWithKey(apiKey) : window.location.search;
  return (
    <ButtonLink
      kind={kind}
      href={`/app/loan/${encodeURIComponent(loanId)}/documents${search}`}
      away={isFramed}
      {...(isFramed && { onClick: ({ currentTarget }) => addCode(currentTarget, call, loanId) })}
    >
      {t('status.documents')}
    </ButtonLink>
  );
}

/**
 * Has the new tab get a token of its own by a code, which no server is sent in an address. The code is made here, within
 * the click: a script that asked for it first would have to open the tab, which a page around with
 * `Cross-Origin-Opener-Policy` does not let it do. Where it cannot be stored, the tab asks for a one-time password.
 */
function addCode(link: HTMLAnchorElement, call: Call, loanId: string): void {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const code = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
  link.hash = `code=${code}`;
  const { signal } = new AbortController();
  void call('createAccessCode', { path: { id: loanId }, body: { code } }, { signal, keepalive: true });
}

/** The page's query string with the key itself, as links in messages have it. */
function searchWithKey(apiKey: string | null): string {
  const params = new URLSearchParams(window.location.search);
  params.delete('k');
  if (apiKey !== null) params.set('api_key', apiKey);
  const text = params.toString();
  return text && `?${text}`;
}
