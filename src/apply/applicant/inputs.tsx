/** The form's inputs, so that a section only names what it asks. */
import { useIntl } from 'react-intl';
import type { ApplicantField, ApplicantValues } from '../../../domain/applicant.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { useDomainForm } from '../../form/app-form.ts';
import { type InputOf, Input as InputOfAnyForm } from '../../form/Input.tsx';
import { ComboField } from '../../form/ComboField.tsx';
import { SelectField } from '../../form/more-fields.tsx';
import { useTools } from '../../form/tools.ts';

export type ApplicantInputs = ReturnType<typeof useDomainForm<ApplicantValues>>['form'];

/** The form around a section. */
export const useInputs = () => useTools().form as unknown as ApplicantInputs;

/** For values that another field fills: errors that are shown follow by themselves. */
export const quietly = { dontValidate: true } as const;

export const Input: InputOf<ApplicantField> = InputOfAnyForm;

interface Asked {
  name: ApplicantField;
  label: MessageId;
}

interface ChoiceProps extends Asked {
  codes: readonly string[];
  /** The message that has the words of each {code}. */
  words: MessageId;
  optional?: boolean;
}

/** One of a short list of codes. */
export function Choice({ codes, words, ...asked }: ChoiceProps) {
  const intl = useIntl();
  const options = codes.map((code) => ({ value: code, label: intl.formatMessage({ id: words }, { code }) }));
  return <Input as={SelectField} options={options} size={asked.optional ? 'l' : 'm'} {...asked} />;
}

interface SearchProps extends Asked {
  /** The names to search among. */
  names: readonly string[];
  loading: boolean;
  /** Whether what was typed can be chosen too. */
  own: boolean;
  onChoose?: () => void;
}

/** One of a long list of names. */
export function Search({ names, ...asked }: SearchProps) {
  return <Input as={ComboField} items={names.map((name) => ({ value: name, label: name }))} {...asked} />;
}
