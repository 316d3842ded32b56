/** The applicant's date of birth, which is sent with a one-time password if a loan already has it. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { keepDigits } from '../../../domain/values/clean.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useDateLabels, optionalDateError } from '../../form/dates.ts';
import { t } from '../../i18n/i18n.tsx';
import type { PasswordActor } from '../../one-time-password/actor.ts';
import { useEntryState } from '../../one-time-password/entry-state.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { focusField } from '../../ui/error-summary.tsx';

export interface BirthDate {
  id: string;
  /** An ISO date, or empty. */
  value: string;
  error: MessageId | null;
  /** The server has refused an answer for want of it. */
  isNeeded: boolean;
  change: (date: string) => void;
  /** Shows what is wrong, and takes the focus there. */
  isValid: () => boolean;
}

export function useBirthDate(password: PasswordActor): BirthDate {
  const id = useId();
  const [value, setValue] = useState('');
  const [error, setError] = useState<MessageId | null>(null);
  const attempt = useSelector(password, ({ context }) => context.attempt);
  const isRefused = useSelector(password, ({ context }) => context.refusedFields.includes('dob'));
  const isWrong = useEntryState(password) === 'enteringPassword.wrongPassword' && isRefused && value !== '';
  const isNeeded = isRefused || value !== '';
  useEffect(() => {
    if (isRefused) focusField(id);
  }, [attempt, id, isRefused]);
  const change = (date: string) => {
    setValue(date);
    setError(null);
    password.send({ type: 'answer.changed' });
  };
  const isValid = () => {
    const found = isNeeded && value === '' ? 'account.error.birthDateMissing' : optionalDateError(value);
    setError(found);
    if (found) focusField(id);
    return found === null;
  };
  const shown = error ?? (isWrong ? 'account.error.birthDateWrong' : null);
  return { id, value, error: shown, isNeeded, change, isValid };
}

interface BirthDateInputProps {
  birthDate: BirthDate;
  /** The text beside the label if the date is optional. */
  optional?: ReactNode;
  hint?: ReactNode;
}

export function BirthDateInput({ birthDate, ...props }: BirthDateInputProps) {
  const labels = useDateLabels();
  const { id, value, error, change } = birthDate;
  return (
    <DateInput
      {...props}
      id={id}
      label={t('account.claim.dob')}
      error={error && t(error)}
      keepDigits={keepDigits}
      labels={labels}
      autoComplete="bday"
      min={`${limits.applicantBirthYearFirst}-01-01`}
      max={`${limits.applicantBirthYearLast}-12-31`}
      value={value}
      onValue={change}
    />
  );
}
