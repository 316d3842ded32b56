/** The bound field of a long list: in the combobox's chunk, with Downshift. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { limits } from '../../domain/limits.ts';
import { Combobox } from '../ui/Combobox.tsx';
import type { Option } from '../ui/Select.tsx';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';

export type ComboFieldProps = BoundFieldProps & {
  items: readonly Option[];
  /** The chosen value's label where `items` may not hold it, as before they are fetched. */
  valueLabel?: string | undefined;
  /** Hears of the chosen option after the value has changed. */
  onChoose?: ((option: Option | null) => void) | undefined;
  /** Whether what was typed can be chosen too. */
  own?: boolean | undefined;
  /** Given, the items come from outside and answer this text. */
  onQuery?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
  /** In place of 'No options', such as how many letters to type. */
  empty?: ReactNode;
};

/** One of a long list, by typing. */
export function ComboField(props: ComboFieldProps) {
  const { items, valueLabel, onChoose, own, onQuery, loading, empty } = props;
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
      onSelect={(option) => {
        onValue(option?.value ?? '');
        onChoose?.(option);
      }}
      allowCustomValue={own}
      onQuery={onQuery}
      loading={loading}
      menu={limits.dropdown}
      words={{
        empty: empty || intl.formatMessage({ id: 'app.options.none' }),
        loading: intl.formatMessage({ id: 'app.options.loading' }),
        open: intl.formatMessage({ id: 'app.options.open' }),
      }}
    />
  );
}
