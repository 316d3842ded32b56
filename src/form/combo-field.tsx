/** A combobox bound to a form field. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { limits } from '../../domain/values/limits.ts';
import { Combobox } from '../ui/combobox.tsx';
import type { Option } from '../ui/select.tsx';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';

export type ComboFieldProps = BoundFieldProps & {
  items: readonly Option[];
  /** The chosen value's label where `items` may not hold it, as before they are fetched. */
  valueLabel?: string | undefined;
  /** Called with the chosen option after the value has changed. */
  onChoose?: ((option: Option | null) => void) | undefined;
  /** An extra item after the others, whose callback is called in place of choosing a value. */
  last?: { label: string; onChoose: () => void } | undefined;
  allowCustomValue?: boolean | undefined;
  /** Called with the typed text; `items` are then the results and are not filtered here. */
  onQuery?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
  /** Replaces 'No options', for example with how many letters to type. */
  empty?: ReactNode;
};

/** The value of no option. */
const lastValue = '\0last';

export function ComboField(props: ComboFieldProps) {
  const { items, valueLabel, onChoose, last, allowCustomValue, onQuery, loading, empty } = props;
  const control = useTextFieldBinding(props);
  const { value, onValue } = control;
  const intl = useIntl();
  const selected = value
    ? (items.find((item) => item.value === value) ?? { value, label: valueLabel || value })
    : null;
  return (
    <Combobox
      {...control}
      items={items}
      selected={selected}
      lastItem={last && { value: lastValue, label: last.label }}
      onSelect={(option) => {
        if (last && option?.value === lastValue) return last.onChoose();
        onValue(option?.value ?? '');
        onChoose?.(option);
      }}
      allowCustomValue={allowCustomValue}
      onQuery={onQuery}
      loading={loading}
      menu={limits.dropdownLimits}
      labels={{
        empty: empty || intl.formatMessage({ id: 'app.options.none' }),
        loading: intl.formatMessage({ id: 'app.options.loading' }),
        open: intl.formatMessage({ id: 'app.options.open' }),
        clear: intl.formatMessage({ id: 'app.options.clear' }),
      }}
    />
  );
}
