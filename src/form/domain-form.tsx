/**
 * A form on a table of rules (TanStack Form), with the summary of what is wrong on top. A field is checked when it is left
 * and at submit, and from then on at every change as long as it is wrong; never during the first typing.
 */
import { type AnyFormApi, createFormHook, useSelector, type ValidationLogicFn } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  checkField,
  checkInputs,
  type Form,
  type Issue,
  type ValidationContext,
} from '../../domain/values/check.ts';
import { useIntl } from 'react-intl';
import { unansweredCode } from '../../domain/loan/lock.ts';
import { ErrorSummary, focusField, type SummaryListProps } from '../ui/error-summary.tsx';
import { t } from '../i18n/i18n.tsx';
import { fieldErrorsOf } from './refusal-message.tsx';
import { IssueMessage, type BoundFieldProps } from './field-binding.tsx';
import { useFieldLock } from './lock.ts';
import {
  type DomainFormApi,
  type FailedSubmit,
  checkShownAgain,
  inPageOrder,
  shownIssue,
  shownIssuesOf,
  DomainFormContext,
  fieldContext,
  formContext,
  useDomainFormApi,
} from './form-context.ts';
import { createPointerGate } from './pointer-gate.ts';
import type { FieldWarning } from '../../domain/forms/fields/row.ts';
import { type MessageId, messageId } from '../../locales/index.ts';
import type { Outcome } from '../../domain/values/outcome.ts';

type DomainFormProps = {
  formApi: DomainFormApi;
  children: ReactNode;
  /** The name of the form, for screen readers. */
  label?: MessageId | undefined;
  /** Precedes a message in the error summary, for example with the student's number. */
  prefix?: ((issue: Issue) => ReactNode) | undefined;
  /** Shows the issues in another way than as one list of links; the items' ids are the fields. */
  errorList?: ComponentType<SummaryListProps> | undefined;
  /** Focuses the first field with an issue in place of a summary, where all fields are in sight. */
  focusesFirstIssue?: boolean;
};

export function DomainForm(props: DomainFormProps) {
  const { formApi, children, label, focusesFirstIssue = false } = props;
  const intl = useIntl();
  const { issues } = formApi.failed;
  useEffect(() => {
    if (focusesFirstIssue && issues[0]) focusField(issues[0].field);
  }, [focusesFirstIssue, issues]);
  return (
    <DomainFormContext.Provider value={formApi}>
      <form
        className="stack"
        noValidate
        aria-label={label && intl.formatMessage({ id: label })}
        onPointerDownCapture={formApi.pointerGate.pointerDown}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          formApi.submit();
        }}
      >
        {!focusesFirstIssue && issues.length > 0 && <FormErrorSummary {...props} />}
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

type DomainFormOptions<Values extends object> = {
  /** The first values. Keep the same object: a changed one resets an untouched form. */
  defaultValues: Values;
  checker: Checker;
  /** Called with the values once no shown and unlocked field breaks a rule; its issues go to the error summary. */
  onValid: ((values: Values) => void | Promise<void>) | ((values: Values) => readonly Issue[]);
  /** Called at each change, for drafts and dependants of a field; does not render the screen. */
  onChange?: ((values: Values, name: string) => void) | undefined;
};

/** A form on a table of fields and rules. Its fields are `FormField`s. */
const { useAppForm } = createFormHook({
  fieldComponents: {},
  formComponents: {},
  fieldContext,
  formContext,
});

/** Render the form in `<DomainForm formApi={formApi}>`. */
export function useDomainForm<Values extends object>(setup: DomainFormOptions<Values>) {
  const domain = useDomainOptions(setup);
  const form = useAppForm(domain.options);
  return { form, formApi: useCreateDomainFormApi(form, setup.checker, domain) };
}

/** Returns the options of `useAppForm`, and the state of a failed submit. */
function useDomainOptions<Values extends object>(setup: DomainFormOptions<Values>) {
  const { checker, defaultValues, onValid, onChange } = setup;
  const [failed, setFailed] = useState<FailedSubmit>({ attempt: 0, issues: [] });
  const lockOf = useFieldLock();
  const unlocked = (name: string) => lockOf(name).access !== 'locked';
  const fail = useCallback((issues: readonly Issue[]) => {
    setFailed(({ attempt }) => ({ attempt: attempt + 1, issues: inPageOrder(issues) }));
  }, []);

  const validationLogic: ValidationLogicFn = ({ form, event, runValidation }) => {
    const name = event.fieldName;
    const validates = name && !event.async && (event.type === 'blur' || event.type === 'submit');
    const fn = () => (validates && unlocked(name) ? checker.check(name, form.state.values) : undefined);
    return runValidation({ form, validators: validates ? [{ cause: 'blur', fn }] : [] });
  };

  const handleChange = (form: AnyFormApi, name: string) => {
    checkShownAgain(form);
    onChange?.(form.state.values, name);
  };

  const options = {
    defaultValues,
    validationLogic,
    // Otherwise a first submit with one invalid field would not validate the others.
    canSubmitWhenInvalid: true,
    listeners: {
      onChange: ({ formApi, fieldApi }: { formApi: AnyFormApi; fieldApi: { name: string } }) =>
        handleChange(formApi, fieldApi.name),
    },
    onSubmitInvalid: ({ formApi }: { formApi: AnyFormApi }) => fail(shownIssuesOf(formApi)),
    onSubmit: ({ value }: { value: Values }) => {
      const hiddenFieldIssues = checker.checkAll(value, unlocked);
      if (hiddenFieldIssues.length > 0) return fail(hiddenFieldIssues);
      const remaining = onValid(value);
      if (!(remaining instanceof Array)) return remaining;
      if (remaining.length > 0) fail(remaining);
    },
  };
  return { options, failed, fail, handleChange };
}

/** Returns the DomainFormApi of a form that was created with `useDomainOptions`. */
function useCreateDomainFormApi(
  form: AnyFormApi,
  { clean }: Checker,
  {
    failed,
    fail,
    handleChange,
  }: Pick<ReturnType<typeof useDomainOptions>, 'failed' | 'fail' | 'handleChange'>,
): DomainFormApi {
  const pointerGate = useMemo(createPointerGate, []);
  const latest = useRef(handleChange);
  useLayoutEffect(() => {
    latest.current = handleChange;
  });
  return useMemo(
    () => ({
      form,
      clean,
      failed,
      pointerGate,
      submit: () => {
        if (!form.state.isSubmitting) void form.handleSubmit();
      },
      notifyChange: (name) => latest.current(form, name),
      showServerErrors: (issues) => {
        for (const issue of issues) {
          if (!form.getFieldInfo(issue.field).instance) continue;
          form.setFieldMeta(issue.field, (meta) => ({
            ...meta,
            isTouched: true,
            errorMap: { ...meta.errorMap, onBlur: issue },
          }));
        }
        fail(issues);
      },
    }),
    [form, clean, failed, pointerGate, fail],
  );
}

/** A form's validation; `name` is always the full dotted name. */
export interface Checker {
  /** Returns the first rule that the field breaks. */
  check: (name: string, values: object) => Issue | undefined;
  /** Returns the first broken rule of each field that `only` lets through. */
  checkAll: (values: object, only: (name: string) => boolean) => Issue[];
  /** Returns the field's text filter, if it has one. */
  clean: (name: string) => ((typed: string) => string) | undefined;
}

/** Returns the checker of a form whose fields are one rule table. */
export function formChecker<Name extends string>(form: Form<Name>, context: ValidationContext): Checker {
  const isField = (name: string): name is Name => name in form.fields;
  return {
    check: (name, values) => (isField(name) ? checkField(form, name, values, context) : undefined),
    checkAll: (values, only) => checkInputs(form, values, context, only),
    clean: (name) => (isField(name) ? form.fields[name].clean : undefined),
  };
}

/** The part of a catalogue row that an input uses. */
interface FieldMessages {
  /** Message ids. */
  label: string;
  hint?: string;
  optional?: true;
  size?: BoundFieldProps['size'];
  autoComplete?: string;
  autoCapitalize?: 'words' | 'none';
  spellCheck?: false;
  strippedMessage?: string;
  warning?: FieldWarning;
}

/** Called at each change, and when the field is left. */
export interface FieldListeners {
  onChange?: (change: { value: string }) => void;
  onBlur?: () => void;
}

export type FormFieldProps<Props> = Omit<Props, keyof BoundFieldProps> & {
  /** The full name of the form's value. */
  name: string;
  row: FieldMessages;
  /** The input. */
  as: ComponentType<Props>;
  /** Replaces the row's hint. */
  hint?: ReactNode;
  /** The arguments of the row's hint. */
  hintValues?: Record<string, string> | undefined;
  notice?: ReactNode;
  footer?: ReactNode;
  listeners?: FieldListeners;
};

type AppField = ComponentType<{
  name: string;
  listeners: FieldListeners | undefined;
  children: () => ReactNode;
}>;

/** The members of a row that its input gets where they are set. */
const attributes = [
  'autoComplete',
  'autoCapitalize',
  'spellCheck',
  'size',
  'strippedMessage',
  'warning',
] as const satisfies readonly (keyof FieldMessages)[];

export function FormField<Props extends BoundFieldProps>({
  name,
  row,
  as: Input,
  hint,
  hintValues,
  listeners,
  ...props
}: FormFieldProps<Props>) {
  // TanStack's type knows only the field names of one form, but every form here comes from `useAppForm`.
  const { AppField } = useDomainFormApi().form as unknown as { AppField: AppField };
  const bound = {
    ...Object.fromEntries(attributes.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))),
    optional: row.optional,
    label: t(messageId(row.label)),
    hint: hint || (row.hint && t(messageId(row.hint), hintValues)),
    ...props,
  };
  return (
    <AppField name={name} listeners={listeners}>
      {() => <Input {...(bound as unknown as Props)} />}
    </AppField>
  );
}

/**
 * Shows what the server has refused at the fields of a form.
 * @param outcome the latest submit's outcome, or null. Each is shown once: showing it changes `formApi`.
 */
export function useServerErrors(formApi: DomainFormApi, outcome: Outcome<unknown> | null): void {
  const shown = useRef<Outcome<unknown> | null>(null);
  useEffect(() => {
    if (outcome === shown.current) return;
    shown.current = outcome;
    if (outcome?.kind !== 'refused' || outcome.status !== 400) return;
    formApi.showServerErrors(fieldErrorsOf(outcome));
  }, [formApi, outcome]);
}
