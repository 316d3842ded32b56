/** The page of the terms or of the privacy policy, in the version that the address names (decision 56). */
import { useLocation } from '@tanstack/react-router';
import { FormattedDate, FormattedMessage } from 'react-intl';
import {
  currentLegalVersions,
  type LegalDocument,
  legalPageAt,
  legalPath,
  legalVersions,
} from '../../../domain/legal.ts';
import type { MessageId } from '../../../locales/index.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Frame } from '../frame.tsx';
import { legalText } from './legal-texts.ts';
import './legal.css';

interface LegalPageProps {
  document: LegalDocument;
  version: string;
}

const titles = { terms: 'legal.terms', privacy: 'legal.privacy' } as const satisfies Record<
  LegalDocument,
  MessageId
>;

/** The router leads here from the addresses of the two documents alone. */
export default function LegalScreen() {
  const page = legalPageAt(useLocation().pathname);
  return page && <LegalPage {...page} />;
}

function LegalPage({ document, version }: LegalPageProps) {
  const text = legalText(document, version);
  const others = legalVersions[document].filter((one) => one !== version);
  const isCurrent = version === currentLegalVersions[document];
  return (
    <Frame title={titles[document]}>
      <Card>
        <p className="text-muted">
          {text ? (
            <FormattedMessage
              id={isCurrent ? 'legal.current' : 'legal.former'}
              values={{ date: <VersionDate version={version} /> }}
            />
          ) : (
            <FormattedMessage id="legal.unknown" />
          )}
        </p>
        {text && (
          <div className="legal-text" lang="en">
            {text.sections.map(({ title, paragraphs }) => (
              <section key={title}>
                <h2>{title}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
          </div>
        )}
        {others.map((other) => (
          <ButtonLink key={other} kind="secondary" href={legalPath(document, other)}>
            <FormattedMessage id="legal.version" values={{ date: <VersionDate version={other} /> }} />
          </ButtonLink>
        ))}
      </Card>
    </Frame>
  );
}

const VersionDate = ({ version }: { version: string }) => (
  <FormattedDate value={version} dateStyle="long" timeZone="UTC" />
);
