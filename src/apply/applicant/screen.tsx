/** Applicant Details (specification, section 2): the form, or the sent application to be read. */
import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  type ApplicantValues,
  applicantForm,
  applicantFromWire,
  emptyApplicant,
} from '../../../domain/applicant.ts';
import { at } from '../../../domain/check.ts';
import { hasVerdict } from '../../../domain/status.ts';
import type { Loan, Query } from '../../../domain/wire.ts';
import { LockProvider } from '../../form/LockProvider.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDraft } from '../draft.tsx';
import { DraftConflict, DraftMark } from '../draft-parts.tsx';
import { useLock, useWizard, useWizardState } from '../wizard.tsx';
import { ApplicantForm } from './form.tsx';

export default function ApplicantScreen() {
  const loan = useWizardState((now) => now.context.loan);
  return loan && <Applicant loan={loan} />;
}

function Applicant({ loan }: { loan: Loan }) {
  const lock = useLock();
  const saved = useMemo(() => applicantFromWire(loan), [loan]);
  const draft = useDraft({ step: 'applicant', saved, isTyped });
  const planNotice = useWizardState((now) => now.context.planNotice);
  const isOpen = lock.mode !== 'locked';
  if (draft.reading) return <Skeleton label={<FormattedMessage id="app.options.loading" />} fields={8} />;
  const initial =
    planNotice === 'cleared' ? { ...draft.initial, loan_details: saved.loan_details } : draft.initial;
  return (
    <div className="stack">
      {hasVerdict(loan.status) && !isOpen && <Sent />}
      {lock.mode === 'queried' && <Queried queries={lock.queries} />}
      <LockProvider lock={lock}>
        <ApplicantForm
          key={draft.round}
          loan={loan}
          initial={initial}
          isOpen={isOpen}
          mark={<DraftMark draft={draft} />}
          onChange={draft.keep}
        />
      </LockProvider>
      <DraftConflict draft={draft} />
    </div>
  );
}

/** The way back to the lender's answer. */
function Sent() {
  const wizard = useWizard();
  return (
    <Banner kind="notice" title={<FormattedMessage id="applicant.sent" />}>
      <Button onPress={() => wizard.send({ type: 'status.reopened' })}>
        <FormattedMessage id="applicant.sent.status" />
      </Button>
    </Banner>
  );
}

/** What the reviewer asked about this page, each leading to its field (decision 24). */
function Queried({ queries }: { queries: readonly Query[] }) {
  const here = queries.filter(({ field }) => field in applicantForm.fields);
  if (here.length === 0) return null;
  const links = here.map(({ field, message }) => ({
    id: field,
    message: <FormattedMessage id="app.query.message" values={{ message }} />,
  }));
  const title = <FormattedMessage id="app.query.title" values={{ count: here.length }} />;
  return <Banner kind="query" title={title} links={links} />;
}

/** Whether a kept draft has every input's value, of its kind. */
const isTyped = (body: unknown): body is ApplicantValues => hasShapeOf(emptyApplicant, body);

function hasShapeOf(empty: object, body: unknown): boolean {
  return Object.entries(empty).every(([key, blank]) => {
    const value = at(body, key);
    return typeof blank === 'object' ? hasShapeOf(blank, value) : typeof value === typeof blank;
  });
}
