/** The form element around a domain form's fields, with the summary of what is wrong on top. */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { Issue } from '../../domain/values/check.ts';
import { unansweredCode } from '../../domain/loan/lock.ts';
import { ErrorSummary, type SummaryListProps } from '../ui/error-summary.tsx';
import { t } from '../i18n/text.tsx';
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
  /** Shows the issues in another way than as one list of links; the items' ids are the fields. */
  errorList?: ComponentType<SummaryListProps> | undefined;
};

export function DomainForm(props: DomainFormProps) {
  const { formApi, children, label } = props;
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
        {formApi.failed.issues.length > 0 && <FormErrorSummary {...props} />}
        {children}
      </form>
    </DomainFormContext.Provider>
  );
}

/** The issues of the last failed submit that are not yet corrected; new issues are added at the next submit. */
function FormErrorSummary({ formApi, prefix, errorList }: DomainFormProps) {
  const { form, failed } = formApi;
  const lockOf = useFieldLock();
  // A field that was unmounted since (hidden, or on a deleted card) needs no correction.
  const isUnsolved = ({ fieldMeta }: typeof form.store.state, { field, code }: Issue) => {
    const unanswered = lockOf(field).query?.issue;
    const meta = fieldMeta[field];
    if (unanswered || code === unansweredCode) return unanswered;
    return form.getFieldInfo(field).instance ? shownIssue(meta) : !meta;
  };
  const issues = useSelector(
    form.store,
    (state) => failed.issues.filter((issue) => isUnsolved(state, issue)),
    { compare: shallowEqual },
  );
  if (issues.length === 0) return null;
  return (
    <ErrorSummary
      attempt={failed.attempt}
      list={errorList}
      title={t('app.errors.title', { count: issues.length })}
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
