/** Suggestions for a text field of the form around them, made of what is typed in it. */
import { useSelector } from '@tanstack/react-form';
import { getPath } from '../../domain/values/check.ts';
import { emailSuggestions } from '../../domain/forms/email-suggestions.ts';
import { familyNameSuggestions } from '../../domain/forms/family-name.ts';
import { Suggestions } from '../ui/suggestions.tsx';
import { useDomainFormApi } from './form-context.ts';
import { useFieldLock } from './lock.ts';

interface FieldSuggestionsProps {
  /** The full name of the field. */
  name: string;
  suggest: (typed: string) => readonly string[];
  textOf?: (value: string) => string;
}

function FieldSuggestions({ name, suggest, textOf = (value) => value }: FieldSuggestionsProps) {
  const { form } = useDomainFormApi();
  const isLocked = useFieldLock()(name).access === 'locked';
  const typed = useSelector(form.store, ({ values }) => String(getPath(values, name) ?? ''));
  return (
    <Suggestions
      fieldId={name}
      items={isLocked ? [] : suggest(typed).map((value) => ({ value, text: textOf(value) }))}
      onChoose={(value) => form.getFieldInfo(name).instance?.setValue(value, { dontValidate: true })}
    />
  );
}

/** Suggests common domains for the mail address in the field `email`. */
export function EmailSuggestions() {
  return (
    <FieldSuggestions
      name="email"
      suggest={emailSuggestions}
      textOf={(address) => address.replace(/^.*@/, '@')}
    />
  );
}

interface FamilyNameSuggestionsProps {
  /** The full name of the field. */
  name: string;
  /** Whole names of the family, the likelier ones first. */
  knownNames: () => readonly string[];
}

/** Suggests the known family names for a student's name. */
export const FamilyNameSuggestions = ({ name, knownNames }: FamilyNameSuggestionsProps) => (
  <FieldSuggestions name={name} suggest={(typed) => familyNameSuggestions(typed, knownNames())} />
);
