/** The form of the long screens: all bound fields. */
import { extendForm } from './app-form.ts';
import { type DomainSetup, useDomainOptions, useDomainTools } from './domain-options.ts';
import {
  CheckboxField,
  ComboField,
  DateField,
  DigitsField,
  MoneyField,
  PanField,
  SelectField,
  SwitchField,
} from './more-fields.tsx';
import { PickField } from './PickField.tsx';

export const { useAppForm: useFullAppForm } = extendForm({
  fieldComponents: {
    CheckboxField,
    ComboField,
    DateField,
    DigitsField,
    MoneyField,
    PanField,
    PickField,
    SelectField,
    SwitchField,
  },
  formComponents: {},
});

/** A form on a table of rules, with every bound field; render it in `<DomainForm tools={tools}>`. */
export function useFullForm<Values extends object>(setup: DomainSetup<Values>) {
  const domain = useDomainOptions(setup);
  const form = useFullAppForm(domain.options);
  return { form, tools: useDomainTools(form, setup.checker, domain) };
}
