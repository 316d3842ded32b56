/** The fields that a code fills in: the bank of an IFSC code, state and city of a pincode. */
import { useSelector } from '@tanstack/react-form';
import { useSelector as useActorSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ApplicantField } from '../../../domain/forms/applicant.ts';
import { getPath } from '../../../domain/values/check.ts';
import type { LookupValue } from '../../../machines/lookup.ts';
import type { LookupField } from '../../../machines/wizard.ts';
import { useFieldLock } from '../../form/lock.ts';
import { useLookups } from '../shared/wizard.tsx';
import { useApplicantForm, withoutValidation } from './applicant-form.tsx';

interface LookupOptions {
  lookup: LookupField;
  /** The field of the code. */
  name: string;
  /** The fields that are filled in, by the names of what is found. */
  targets: Readonly<Record<string, ApplicantField>>;
  /** What of the field's value is looked up. */
  codeOf: (value: string) => string;
}

/** Looks up what is typed, and at first a code without the values that it stands for. `targets` and `codeOf` stay the same. */
export function useCodeLookup({ lookup, name, targets, codeOf }: LookupOptions) {
  const form = useApplicantForm();
  const lockOf = useFieldLock();
  const actor = useLookups()[lookup];
  const code = useSelector(form.store, ({ values }) => codeOf(String(getPath(values, name))));
  const isUnknown = useActorSelector(actor, (now) => now.matches('unknown') && now.context.code === code);
  const isTyped = useRef(false);
  useEffect(() => {
    const valueOf = (field: string) => String(getPath(form.state.values, field));
    const fields = Object.entries(targets);
    const isFilledWith = (value: LookupValue) =>
      fields.every(([part, field]) => valueOf(field) === value[part]);
    const isLocked = () => fields.some(([, field]) => lockOf(field).access === 'locked');
    const set = (value: LookupValue) => {
      for (const [part, field] of fields) form.setFieldValue(field, value[part] ?? '', withoutValidation);
    };
    const subscription = actor.on('answered', ({ code: answered, before, value }) => {
      // A whole address may have been copied meanwhile.
      if (codeOf(valueOf(name)) !== answered) return;
      if (isLocked() || fields.some(([, field]) => isBeingTyped(field, valueOf(field)))) return;
      // What was chosen by hand stays.
      if (before && isFilledWith(before)) set({});
      if (value && (isTyped.current || fields.every(([, field]) => valueOf(field) === ''))) set(value);
    });
    const isEmpty = fields.every(([, field]) => valueOf(field) === '');
    const current = codeOf(valueOf(name));
    const known = actor.getSnapshot().context;
    // The answer may have come while the form was not there.
    if (isEmpty && known.filled && known.code === current && !isLocked()) set(known.filled);
    else if (!isTyped.current && known.code !== current && (isEmpty || lookup === 'bank'))
      actor.send({ type: 'code.typed', code: current });
    return () => subscription.unsubscribe();
  }, [actor, form, lockOf, lookup, name, targets, codeOf]);
  return {
    code,
    isUnknown,
    onTyped: (value: string) => {
      isTyped.current = true;
      // Of an IFSC code the first letters alone count.
      if (codeOf(value) !== code || actor.getSnapshot().matches('failed'))
        actor.send({ type: 'code.typed', code: codeOf(value) });
    },
    onLeft: () => actor.send({ type: 'code.left' }),
  };
}

/** An answer must not take the text from under somebody's caret. */
function isBeingTyped(field: string, value: string): boolean {
  const box = document.activeElement;
  return box instanceof HTMLInputElement && box.id === field && box.value !== value;
}
