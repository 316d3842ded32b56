/** The bound fields of the long forms. */
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '../../domain/limits.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { formatRupees } from '../ui/Money.tsx';
import { type Option, Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { Switch } from '../ui/Tick.tsx';
import { type BoundProps, useBound } from './bound.tsx';
import { TextField, type TextProps } from './fields.tsx';

/** All that a control takes from its form. */
function useControl(props: BoundProps) {
  const { value, change, clean, look, leave } = useBound<string>(props);
  return { ...look, value, onValue: change, onBlur: leave, clean };
}

/** Digits: a roll number, a PIN, an account number. */
export function DigitsField(props: TextProps) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />;
}

/** A code in capitals: a PAN, an IFSC code. */
export function CapitalsField(props: TextProps) {
  return <TextField size="m" autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />;
}

/** Whole rupees; from four digits on, the amount stands grouped beside what is typed. Paise are left out, and said so. */
export function MoneyField(props: BoundProps) {
  const control = useControl({ size: 'm', ...props });
  const [rupees = '', paise] = control.value.split('.');
  const hint = paise === undefined ? control.hint : <FormattedMessage id="app.amount.whole" />;
  return (
    <TextInput
      {...control}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="next"
      before="₹"
      after={rupees.length >= 4 && <span aria-hidden="true">{formatRupees(Number(rupees))}</span>}
    />
  );
}

/** A date by the browser's own input. `min` and `max` are what its picker offers, 'YYYY-MM-DD'. */
export function DateField(props: BoundProps & { min?: string; max?: string; autoComplete?: string }) {
  const { min, max, autoComplete } = props;
  return (
    <TextInput
      {...useControl({ size: 'm', ...props })}
      type="date"
      min={min}
      max={max}
      autoComplete={autoComplete}
    />
  );
}

/** One of a short list, by the browser's own select. */
export function SelectField(props: BoundProps & { options: readonly Option[] }) {
  const intl = useIntl();
  return (
    <Select
      {...useControl(props)}
      options={props.options}
      prompt={intl.formatMessage({ id: 'app.field.choose' })}
    />
  );
}

/** What one turns on. `onTurned` hears of it after the value has changed. */
export function SwitchField(props: BoundProps & { onTurned?: (on: boolean) => void }) {
  const { value, change, look, leave } = useBound<boolean>(props);
  const turn = (on: boolean) => {
    change(on);
    props.onTurned?.(on);
  };
  return <Switch {...look} checked={value} onChecked={turn} onBlur={leave} />;
}

export type ComboFieldProps = BoundProps & {
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
  const control = useControl(props);
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
