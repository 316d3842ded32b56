/** The form's inputs, so that a section only names what it asks. */
import { createContext, useContext } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ApplicantField, ApplicantValues } from '../../../domain/applicant.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { TextProps } from '../../form/fields.tsx';
import type { useFullForm } from '../../form/full-form.ts';
import { useOwnWords } from './masters.ts';

export type ApplicantInputs = ReturnType<typeof useFullForm<ApplicantValues>>['form'];

const InputsContext = createContext<ApplicantInputs | null>(null);

export const InputsProvider = InputsContext.Provider;

export function useInputs(): ApplicantInputs {
  const inputs = useContext(InputsContext);
  if (!inputs) throw new Error('An input of the applicant stands outside its form.');
  return inputs;
}

/** For values that another field fills: errors that are shown follow by themselves. */
export const quietly = { dontValidate: true } as const;

interface Asked {
  name: Exclude<ApplicantField, 'personal_details.same_as_aadhaar'>;
  label: MessageId;
  hint?: MessageId;
  hintValues?: Record<string, string>;
  optional?: boolean;
}

type InputProps = Asked &
  Pick<TextProps, 'autoCapitalize' | 'spellCheck' | 'size'> & {
    as: 'TextField' | 'DigitsField' | 'PanField' | 'PhoneField' | 'DateField' | 'MoneyField';
    autoComplete?: string;
    min?: string;
    max?: string;
    /** Hears of every change. */
    onText?: (text: string) => void;
  };

/** What is typed. */
export function Input({ as, name, label, hint, hintValues, onText, ...look }: InputProps) {
  const { AppField } = useInputs();
  return (
    <AppField name={name} listeners={{ onChange: ({ value }) => onText?.(value) }}>
      {(field) => {
        const Field = field[as];
        return (
          <Field {...look} label={<FormattedMessage id={label} />} hint={hintOf({ hint, hintValues })} />
        );
      }}
    </AppField>
  );
}

interface ChoiceProps extends Asked {
  codes: readonly string[];
  /** The message that has the words of each {code}. */
  words: MessageId;
}

/** One of a short list of codes. */
export function Choice({ name, label, codes, words, optional }: ChoiceProps) {
  const { AppField } = useInputs();
  const intl = useIntl();
  const options = codes.map((code) => ({ value: code, label: intl.formatMessage({ id: words }, { code }) }));
  return (
    <AppField name={name}>
      {(field) => (
        <field.SelectField
          label={<FormattedMessage id={label} />}
          options={options}
          optional={optional}
          size={optional ? 'l' : 'm'}
        />
      )}
    </AppField>
  );
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
export function Search({ name, label, names, loading, own, onChoose }: SearchProps) {
  const { AppField } = useInputs();
  const { items, onQuery, reset } = useOwnWords(names, own);
  const choose = () => {
    reset();
    onChoose?.();
  };
  return (
    <AppField name={name} listeners={{ onBlur: reset }}>
      {(field) => (
        <field.ComboField
          label={<FormattedMessage id={label} />}
          items={items}
          onQuery={onQuery}
          onChoose={choose}
          loading={loading}
        />
      )}
    </AppField>
  );
}

const hintOf = ({ hint, hintValues }: { hint: MessageId | undefined; hintValues: Asked['hintValues'] }) =>
  hint && <FormattedMessage id={hint} {...(hintValues && { values: hintValues })} />;
