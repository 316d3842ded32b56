/** The page around every screen: a bar with the product's name, the steps, one column, a quiet foot. */
import type { ReactNode } from 'react';
import './base.css';
import './page.css';

export type PageProps = {
  /** The product's name. */
  product: ReactNode;
  /** The words of the button that jumps over the header. */
  skip: ReactNode;
  /** The language chooser. */
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

/** The id of the heading that takes the focus when a new screen comes. */
export const pageTitleId = 'page-title';

export function Page(props: PageProps) {
  return (
    <div className="page">
      <button type="button" className="page-skip" onClick={skipToMain}>
        {props.skip}
      </button>
      <header className="page-bar">
        <div className="page-bar-inner">
          <span className="page-product">
            <Mark />
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
          <div className="page-title">
            <h1 id={pageTitleId} tabIndex={-1}>
              {props.title}
            </h1>
            {props.lead && <p className="soft">{props.lead}</p>}
          </div>
        )}
        {props.children}
      </Main>
      {props.footer && <footer className="page-foot soft">{props.footer}</footer>}
    </div>
  );
}

/** The page's column; alone where what surrounds it is not there. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main className="page-main" id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

/** A small marked word, such as the test loan's. */
export function Badge({ children }: { children: ReactNode }) {
  return <strong className="badge">{children}</strong>;
}

/** A quiet select without a visible label, for the page's bar only: the chosen language names itself. */
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

/** Not a link: the address belongs to the wizard. */
function skipToMain() {
  document.getElementById('main')?.focus();
}

/** A path that rises in three steps. */
function Mark() {
  return (
    <svg className="page-mark" viewBox="0 0 32 32" aria-hidden="true">
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
