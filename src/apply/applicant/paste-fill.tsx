/** A pasted text may say what other fields ask, too: those that are empty take it. */
import { useEffect } from 'react';
import type { ApplicantField } from '../../../domain/forms/applicant.ts';
import { getPath } from '../../../domain/values/check.ts';
import { otherFieldsIn } from '../../../domain/forms/pasted-fields.ts';
import { useFieldLock } from '../../form/lock.ts';
import { useApplicantForm, withoutValidation } from './step.ts';

export function PasteFill() {
  const form = useApplicantForm();
  const lockOf = useFieldLock();
  useEffect(() => {
    const fillOthers = ({ target, clipboardData }: ClipboardEvent) => {
      const text = clipboardData?.getData('text') ?? '';
      const others = target instanceof HTMLInputElement ? otherFieldsIn(target.id, text) : {};
      for (const [name, value] of Object.entries(others))
        if (lockOf(name).access !== 'locked' && getPath(form.state.values, name) === '')
          form.getFieldInfo(name as ApplicantField).instance?.setValue(value, withoutValidation);
    };
    document.addEventListener('paste', fillOthers);
    return () => document.removeEventListener('paste', fillOthers);
  }, [form, lockOf]);
  return null;
}
