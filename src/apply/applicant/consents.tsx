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
import { shallowEqual } from '@xstate/react';
import { LoadFailed, type QueryResult, useApiQuery } from '../../data/query.tsx';
import { t } from '../../i18n/i18n.tsx';
import { typedForConsents } from '../query-mode/selectors.ts';
import { useQueryModeState } from '../query-mode/state.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';

export interface SubmissionConsentState {
  query: QueryResult<SubmissionConsents>;
  needed: readonly SubmissionPurpose[];
  given: ReadonlySet<SubmissionPurpose>;
  onGiven: (purpose: SubmissionPurpose, isGiven: boolean) => void;
  /** The id of the first box without a tick, or of what stands in their place; null where nothing is missing. */
  missing: string | null;
  /** Returns the members of the body of Submit. */
  bodyIn: (language: Language) => Pick<ApplicationData, 'consents' | 'lender_ids'>;
}

/** The id of what stands in place of the boxes until they are read. */
const unreadId = 'consents-unread';

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
    missing: query.data === undefined ? unreadId : first === undefined ? null : boxId(first),
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

/** Asks for what is still needed; shows nothing where all of it was given before. */
export function SubmissionConsentsCard({ query, needed, given, onGiven }: SubmissionConsentState) {
  const intl = useIntl();
  if (query.data === undefined)
    return (
      <div id={unreadId} tabIndex={-1}>
        {query.isError && (
          <LoadFailed
            title="applicant.consents"
            help="app.broken.help"
            onRetry={() => void query.refetch()}
          />
        )}
      </div>
    );
  if (needed.length === 0) return null;
  const lenders = intl.formatList(query.data.lenders.map(({ name }) => name));
  return (
    <Card title={t('applicant.consents')}>
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
