/**
 * TanStack Form on a table of rules. A field is checked when it is left and at submit, and from then on at every change
 * as long as it is wrong; never during the first typing.
 */
import type { AnyFormApi, ValidationLogicFn } from '@tanstack/react-form';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Issue } from '../../domain/values/check.ts';
import type { Checker } from './checker.ts';
import { useFieldLock } from './lock.ts';
import { createPointerGate } from './pointer-gate.ts';
import { type DomainFormApi, type FailedSubmit, shownIssue } from './form-context.ts';

export type DomainFormOptions<Values extends object> = {
  /** The first values. Keep the same object: a changed one resets an untouched form. */
  defaultValues: Values;
  checker: Checker;
  /** Called with the values once no shown and unlocked field breaks a rule; its issues go to the error summary. */
  onValid: ((values: Values) => void | Promise<void>) | ((values: Values) => readonly Issue[]);
  /** Called at each change, for drafts and dependants of a field; does not render the screen. */
  onChange?: ((values: Values, name: string) => void) | undefined;
};

/** Returns the options of `useAppForm`, and the state of a failed submit. */
export function useDomainOptions<Values extends object>(setup: DomainFormOptions<Values>) {
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
    onSubmitInvalid: ({ formApi }: { formApi: AnyFormApi }) => fail(issuesOf(formApi)),
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
export function useCreateDomainFormApi(
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

/** Validates the fields with a displayed error again: their own change, or another field's, may have fixed them. */
function checkShownAgain(form: AnyFormApi) {
  for (const [name, meta] of Object.entries(form.state.fieldMeta)) {
    if (shownIssue(meta))
      void form.getFieldInfo(name).instance?.validate('blur', { skipFormValidation: true });
  }
}

function issuesOf(form: AnyFormApi): Issue[] {
  return Object.values(form.state.fieldMeta).flatMap((meta) => shownIssue(meta) ?? []);
}

/** Sorts the issues in the order of the page; fields without an element come last. */
function inPageOrder(issues: readonly Issue[]): Issue[] {
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
  const positionOf = ({ field }: Issue) => (ids.includes(field) ? ids.indexOf(field) : ids.length);
  return [...issues].sort((a, b) => positionOf(a) - positionOf(b));
}
