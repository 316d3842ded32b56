/** The bound fields of the long forms. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { limits } from '../../domain/limits.ts';
import { formatRupees } from '../ui/Money.tsx';
import { type Option, Select } from '../ui/Select.tsx';
import { DateInput, TextInput } from '../ui/TextInput.tsx';
import { Checkbox, Switch } from '../ui/Tick.tsx';
import { type BoundProps, useBound } from './bound.tsx';
import { TextField, type TextProps } from './fields.tsx';

const Combobox = lazy(() => import('../ui/Combobox.tsx'));

/** Digits: a roll number, a PIN, an account number. */
export function DigitsField(props: TextProps) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />;
}

/** A PAN, in capitals. */
export function PanField(props: TextProps) {
  return <TextField size="m" autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />;
}

/** Whole rupees; from four digits on, the amount stands grouped beside what is typed. */
export function MoneyField({ label, hint, optional, size = 'm' }: BoundProps) {
  const { value, change, clean, look, leave } = useBound<string>({ label, hint, optional, size });
  return (
    <TextInput
      {...look}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="next"
      before="₹"
      after={/^\d{4,}$/.test(value) && <span aria-hidden="true">{formatRupees(Number(value))}</span>}
      value={value}
      onValue={change}
      onBlur={leave}
      clean={clean}
    />
  );
}

/** A date by the browser's own input. `min` and `max` are what its picker offers, 'YYYY-MM-DD'. */
export function DateField(props: BoundProps & { min?: string; max?: string; autoComplete?: string }) {
  const { label, hint, optional, size = 'm', min, max, autoComplete } = props;
  const { value, change, look, leave } = useBound<string>({ label, hint, optional, size });
  return (
    <DateInput
      {...look}
      min={min}
      max={max}
      autoComplete={autoComplete}
      value={value}
      onValue={change}
      onBlur={leave}
    />
  );
}

/** One of a short list, by the browser's own select. */
export function SelectField(props: BoundProps & { options: readonly Option[]; autoComplete?: string }) {
  const { label, hint, optional, size, options, autoComplete } = props;
  const { value, change, look, leave } = useBound<string>({ label, hint, optional, size });
  const intl = useIntl();
  return (
    <Select
      {...look}
      options={options}
      prompt={intl.formatMessage({ id: 'app.field.choose' })}
      autoComplete={autoComplete}
      value={value}
      onValue={change}
      onBlur={leave}
    />
  );
}

/** What one turns on. `onTurned` hears of it after the value has changed. */
export function SwitchField({ onTurned, ...props }: BoundProps & { onTurned?: (on: boolean) => void }) {
  const { value, change, look, leave } = useBound<boolean>(props);
  const turn = (on: boolean) => {
    change(on);
    onTurned?.(on);
  };
  return <Switch {...look} checked={value} onChecked={turn} onBlur={leave} />;
}

/** What one declares. */
export function CheckboxField(props: BoundProps) {
  const { value, change, look, leave } = useBound<boolean>(props);
  return <Checkbox {...look} checked={value} onChecked={change} onBlur={leave} />;
}

export type ComboFieldProps = BoundProps & {
  items: readonly Option[];
  /** The chosen value's label where `items` may not hold it, as before they are fetched. */
  valueLabel?: string | undefined;
  /** Hears of the chosen option after the value has changed. */
  onChoose?: ((option: Option | null) => void) | undefined;
  /** Given, the items come from outside and answer this text. */
  onQuery?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
  /** In place of 'No options', such as how many letters to type. */
  empty?: ReactNode;
  placeholder?: string | undefined;
};

/** One of a long list, by typing. Until the list's code is there, what is chosen stands in its place. */
export function ComboField(props: ComboFieldProps) {
  const { label, hint, optional, size, items, valueLabel, onChoose, onQuery, loading, empty, placeholder } =
    props;
  const { value, change, look, leave } = useBound<string>({ label, hint, optional, size });
  const intl = useIntl();
  const selected = value
    ? (items.find((item) => item.value === value) ?? { value, label: valueLabel || value })
    : null;
  return (
    <Suspense
      fallback={
        <TextInput
          {...look}
          locked
          value={selected?.label ?? ''}
          onValue={change}
          placeholder={placeholder}
        />
      }
    >
      <Combobox
        {...look}
        items={items}
        selected={selected}
        onSelect={(option) => {
          change(option?.value ?? '');
          onChoose?.(option);
        }}
        onBlur={leave}
        onQuery={onQuery}
        loading={loading}
        placeholder={placeholder}
        menu={limits.dropdown}
        words={{
          empty: empty ?? intl.formatMessage({ id: 'app.options.none' }),
          loading: intl.formatMessage({ id: 'app.options.loading' }),
          open: intl.formatMessage({ id: 'app.options.open' }),
        }}
      />
    </Suspense>
  );
}
