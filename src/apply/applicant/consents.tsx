/** The consents of Submit: the lenders by name, each purpose by itself, and what is sent (decision 56). */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import {
  sentData,
  submissionConsentMessages,
  submissionConsentVersion,
  type SubmissionPurpose,
  submissionPurposes,
} from '../../../domain/servicing/consents.ts';
import type { ApplicationData, Language, SubmissionConsents } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { shallowEqual } from '@xstate/react';
import { Loaded, type QueryResult, useApiQuery } from '../../data/query.tsx';
import { t } from '../../i18n/i18n.tsx';
import { typedForConsents } from '../query-mode/selectors.ts';
import { useQueryModeState } from '../query-mode/state.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CardState } from '../../ui/collapsible-card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SectionState } from './section-state.tsx';

export interface SubmissionConsentState {
  query: QueryResult<SubmissionConsents>;
  needed: readonly SubmissionPurpose[];
  given: ReadonlySet<SubmissionPurpose>;
  onGiven: (purpose: SubmissionPurpose, isGiven: boolean) => void;
  /** The id of the first box without a tick, or of the element around them; null where nothing is missing. */
  missing: string | null;
  /** Says what is missing. */
  hint: MessageId;
  /** Returns the members of the body of Submit. */
  bodyIn: (language: Language) => Pick<ApplicationData, 'consents' | 'lender_ids'>;
}

/** The id of the element around the boxes. */
const consentsId = 'consents';

const boxId = (purpose: SubmissionPurpose) => `consent-${purpose}`;

/** @param loanId null where nothing can be submitted */
export function useSubmissionConsents(loanId: string | null): SubmissionConsentState {
  // Submit alone saves the answers about students and institution in query mode.
  const typed = useQueryModeState(typedForConsents, shallowEqual);
  const query = useApiQuery(
    'readSubmissionConsents',
    loanId === null ? null : { path: { id: loanId }, query: typed },
  );
  const [given, setGiven] = useState<ReadonlySet<SubmissionPurpose>>(new Set());
  const { lenders = [], needed: asked = [] } = query.data ?? {};
  const needed = submissionPurposes.filter((purpose) => asked.includes(purpose));
  const first = needed.find((purpose) => !given.has(purpose));
  return {
    ...{ query, needed, given },
    onGiven: (purpose, isGiven) =>
      setGiven(new Set([...given, purpose].filter((one) => one !== purpose || isGiven))),
    missing: query.data === undefined ? consentsId : first === undefined ? null : boxId(first),
    hint: query.isError ? 'app.broken.help' : query.isPending ? 'app.loading' : 'applicant.consents.hint',
    bodyIn: (language) =>
      needed.length === 0
        ? {}
        : {
            consents: needed.map((purpose) => ({ purpose, version: submissionConsentVersion, language })),
            lender_ids: lenders.map(({ lender_id }) => lender_id),
          },
  };
}

const lines = Object.keys(sentData) as (keyof typeof sentData)[];

/**
 * Asks for the consents that are still needed; empty if all were given before. The element around it stays, because a
 * press of Submit may have focused it during the request.
 */
export function SubmissionConsentsCard(consents: SubmissionConsentState) {
  const { query, needed } = consents;
  const isEmpty = query.isSuccess && needed.length === 0;
  return (
    <div id={consentsId} tabIndex={-1} className={isEmpty ? 'visually-hidden' : undefined}>
      <Loaded
        query={query}
        pending={<Skeleton label={t('app.loading')} fields={1} />}
        failed={{ title: 'applicant.consents', help: 'app.broken.help' }}
      >
        {({ lenders }) => !isEmpty && <ConsentBoxes {...consents} lenders={lenders} />}
      </Loaded>
    </div>
  );
}

function ConsentBoxes({
  needed,
  given,
  onGiven,
  lenders: asked,
}: SubmissionConsentState & Pick<SubmissionConsents, 'lenders'>) {
  const lenders = useIntl().formatList(asked.map(({ name }) => name));
  return (
    <Card
      title={t('applicant.consents')}
      actions={
        <CardState>
          <SectionState left={needed.filter((purpose) => !given.has(purpose)).length} />
        </CardState>
      }
    >
      {needed.map((purpose) => (
        <Checkbox
          key={purpose}
          id={boxId(purpose)}
          label={t(submissionConsentMessages[purpose], { lenders })}
          checked={given.has(purpose)}
          onChecked={(isGiven) => onGiven(purpose, isGiven)}
        />
      ))}
      <Disclosure title={t('applicant.consent.data')}>
        <ul className="stack-s1">
          {lines.map((line) => (
            <li key={line}>{t(line)}</li>
          ))}
        </ul>
      </Disclosure>
      <p className="text-muted">{t('applicant.consents.help')}</p>
    </Card>
  );
}
