/** The page layout: header, stepper, one column, footer. */
import type { ReactNode } from 'react';
import './base.css';
import './page.css';

export type PageProps = {
  product: ReactNode;
  /** The label of the skip link. */
  skip: ReactNode;
  language?: ReactNode;
  /** The badge of a test loan. */
  badge?: ReactNode;
  /** A Banner: offline. */
  banner?: ReactNode;
  stepper?: ReactNode;
  /** The screen's heading, its only h1; it can take the focus when the screen changes. */
  title?: ReactNode;
  lead?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/** The id of the heading that is focused when a new screen is shown. */
export const pageTitleId = 'page-title';

export function Page(props: PageProps) {
  return (
    <div className="page">
      <button type="button" className="page-skip" onClick={skipToMain}>
        {props.skip}
      </button>
      <header className="page-header">
        <div className="page-header-inner cluster">
          <span className="page-product icon-line text-lead">
            <Logo />
            {props.product}
          </span>
          {props.badge}
          {props.language && <span className="page-language">{props.language}</span>}
        </div>
      </header>
      {props.banner && <div className="page-banner">{props.banner}</div>}
      <Main>
        {props.stepper}
        {props.title && (
          <div className="stack-s2">
            <h1 id={pageTitleId} tabIndex={-1}>
              {props.title}
            </h1>
            {props.lead && <p className="text-muted">{props.lead}</p>}
          </div>
        )}
        {props.children}
      </Main>
      {props.footer && <footer className="page-footer text-muted text-small">{props.footer}</footer>}
    </div>
  );
}

/** The page's column, also used without the header if the frame itself failed. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main className="page-main" id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

/** A small label, such as that of a test loan. */
export function Badge({ children }: { children: ReactNode }) {
  return <strong className="badge">{children}</strong>;
}

/** A select without a visible label, for the header: the chosen language is its own label. */
export function LanguageSelect<Code extends string>(props: {
  label: string;
  value: Code;
  languages: readonly { code: Code; name: string; tag: string }[];
  onChoose: (code: Code) => void;
}) {
  return (
    <select
      className="language"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChoose(event.currentTarget.value as Code)}
    >
      {props.languages.map(({ code, name, tag }) => (
        <option key={code} value={code} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Focuses the main content. It is no link: a fragment would change the address, which the wizard controls. */
function skipToMain() {
  document.getElementById('main')?.focus();
}

/** The mark of the product. */
export function Logo() {
  return (
    <svg className="page-logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <path
        d="M7 23h6v-5.5h6V12h6"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="25" cy="8" r="2.4" fill="var(--mark-dot)" />
    </svg>
  );
}
