/** The form element around a domain form's fields, with the summary of what is wrong on top. */
import { useSelector } from '@tanstack/react-form';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Issue } from '../../domain/check.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { IssueMessage } from './field-binding.tsx';
import { useFieldLock } from './lock.ts';
import { type DomainFormApi, shownIssue, DomainFormContext } from './form-context.ts';

export type DomainFormProps = {
  formApi: DomainFormApi;
  children: ReactNode;
  /** The name of the form, for screen readers. */
  label?: string | undefined;
  /** Precedes a message in the error summary, for example with the student's number. */
  prefix?: ((issue: Issue) => ReactNode) | undefined;
};

export function DomainForm({ formApi, children, label, prefix }: DomainFormProps) {
  return (
    <DomainFormContext.Provider value={formApi}>
      <form
        className="stack"
        noValidate
        aria-label={label}
        onPointerDownCapture={formApi.pointerGate.pointerDown}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          formApi.submit();
        }}
      >
        <FormErrorSummary formApi={formApi} prefix={prefix} />
        {children}
      </form>
    </DomainFormContext.Provider>
  );
}

/** The issues of the last failed submit that are not yet corrected; new issues are added at the next submit. */
export function FormErrorSummary({ formApi, prefix }: Pick<DomainFormProps, 'formApi' | 'prefix'>) {
  const { form, failed } = formApi;
  const lockOf = useFieldLock();
  // A field that was unmounted since (hidden, or on a deleted card) needs no correction.
  const isUnsolved = ({ fieldMeta }: typeof form.store.state, field: string) =>
    lockOf(field).query?.issue ??
    (form.getFieldInfo(field).instance ? shownIssue(fieldMeta[field]) : fieldMeta[field] === undefined);
  const remaining = useSelector(form.store, (state) =>
    failed.issues
      .filter(({ field }) => isUnsolved(state, field))
      .map(({ field }) => field)
      .join(' '),
  ).split(' ');
  const issues = failed.issues.filter(({ field }) => remaining.includes(field));
  if (issues.length === 0) return null;
  return (
    <ErrorSummary
      attempt={failed.attempt}
      title={<FormattedMessage id="app.errors.title" values={{ count: issues.length }} />}
      items={issues.map((issue) => ({
        id: issue.field,
        onFollow: lockOf(issue.field).navigate,
        message: (
          <>
            {prefix?.(issue)}
            <IssueMessage issue={issue} />
          </>
        ),
      }))}
    />
  );
}
