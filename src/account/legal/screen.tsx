/**
 * The page of the terms or of the privacy policy, in the version that the address names and in the reader's language if
 * that version has it (decision 56).
 */
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedDate } from 'react-intl';
import {
  currentLegalVersions,
  type LegalDocument,
  legalPageAt,
  legalPath,
  legalVersions,
} from '../../../domain/pages/legal.ts';
import { type MessageId, languageAttributes, type LanguageCode } from '../../../locales/index.ts';
import { Loaded, cachedForever, useQuery } from '../../data/query.tsx';
import { useMediaQuery } from '../../hooks/media-query.ts';
import { importOutcome } from '../../hooks/import-outcome.ts';
import { useLanguage, t } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Columns } from '../columns.tsx';
import { Frame } from '../frame.tsx';
import { type LegalText, legalTextLanguages, loadLegalText } from './legal-texts.ts';
import './legal.css';

interface LegalVersion {
  document: LegalDocument;
  version: string;
}

const titles = { terms: 'legal.terms', privacy: 'app.privacy' } as const satisfies Record<
  LegalDocument,
  MessageId
>;

/** The router leads here from the addresses of the two documents alone. */
export default function LegalScreen() {
  const page = legalPageAt(useLocation().pathname);
  return page && <LegalPage {...page} />;
}

function LegalPage({ document, version }: LegalVersion) {
  const isPublished = legalTextLanguages(document, version).length > 0;
  const others = legalVersions[document].filter((one) => one !== version);
  const isCurrent = version === currentLegalVersions[document];
  return (
    <Frame title={titles[document]} wide>
      <Card>
        <p className="text-muted">
          {isPublished
            ? t(isCurrent ? 'legal.current' : 'legal.former', { date: <VersionDate version={version} /> })
            : t('legal.unknown')}
        </p>
        {isPublished && <TextInReadersLanguage document={document} version={version} />}
        {others.length > 0 && (
          <section className="stack-s2">
            <h2>{t('legal.others')}</h2>
            {others.map((other) => (
              <a key={other} className="target" href={legalPath(document, other)}>
                {t('legal.version', { date: <VersionDate version={other} /> })}
              </a>
            ))}
          </section>
        )}
      </Card>
    </Frame>
  );
}

/** Shows a text; a translation says that English binds, and links to the English text. */
function TextInReadersLanguage({ document, version }: LegalVersion) {
  const { language } = useLanguage();
  const [isEnglishChosen, setEnglishChosen] = useState(false);
  const isTranslated = legalTextLanguages(document, version).includes(language);
  return (
    <>
      {language !== 'en' && (
        <div className="legal-binding stack-s3">
          <p>{t(isTranslated ? 'legal.binding' : 'legal.englishOnly')}</p>
          {isTranslated && (
            <Button onPress={() => setEnglishChosen(!isEnglishChosen)}>
              {t(isEnglishChosen ? 'legal.showTranslation' : 'legal.showEnglish')}
            </Button>
          )}
        </div>
      )}
      <Text
        document={document}
        version={version}
        language={isTranslated && !isEnglishChosen ? language : 'en'}
      />
    </>
  );
}

function Text({ document, version, language }: LegalVersion & { language: LanguageCode }) {
  const text = useQuery({
    queryKey: ['legal text', document, version, language],
    queryFn: () => importOutcome(loadLegalText(document, version, language)),
    ...cachedForever,
  });
  return (
    <Loaded query={text} pending={<Skeleton label={t('app.loading')} fields={8} />}>
      {({ sections }) => (
        <div {...languageAttributes(language)}>
          <Columns side={<Contents sections={sections} />}>
            {sections.map(({ title, paragraphs }, index) => (
              <section key={title} className="stack-s3" id={`part-${index + 1}`}>
                <h2>{title}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
          </Columns>
        </div>
      )}
    </Loaded>
  );
}

/** The contents are collapsed on a phone, and above the text. */
function Contents({ sections }: Pick<LegalText, 'sections'>) {
  const isWide = useMediaQuery('(width >= 64rem)');
  return (
    <Disclosure key={String(isWide)} title={t('legal.contents')} startsOpen={isWide}>
      <ul className="legal-contents">
        {sections.map(({ title }, index) => (
          <li key={title}>
            <a className="target" href={`#part-${index + 1}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

const VersionDate = ({ version }: { version: string }) => (
  <FormattedDate value={version} dateStyle="long" timeZone="UTC" />
);
