/** Renders rows of the field catalogue, each with the input of its kind. */
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { Choices, FieldDescription, FieldKind } from '../../domain/forms/fields/row.ts';
import { messageId } from '../../locales/index.ts';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';
import { EmailField, PhoneField, TextField } from './fields.tsx';
import { type FieldListeners, FormField, type FormFieldProps } from './domain-form.tsx';
import { CapitalsField, DigitsField, MoneyField, SelectField, SwitchField } from './more-fields.tsx';
import { keepDigits } from '../../domain/values/clean.ts';
import { DateInput } from '../ui/date-input.tsx';
import { useDateLabels } from './dates.ts';
import './field-columns.css';

/** The class of an element whose fields are beside each other on a laptop. */
export const fieldColumns = 'field-columns stack';

/** Kinds whose inputs need more than the row: the step provides a component for them. */
type SpecialKind = 'search' | 'place' | 'tenure' | 'document';

export interface RowFieldProps {
  /** The full name of the form's value. */
  name: string;
  row: FieldDescription;
  today: IsoDate;
  hintValues?: Record<string, string> | undefined;
}

type Kinds = Record<Exclude<FieldKind, SpecialKind>, ComponentType<RowFieldProps>>;

const fieldOf =
  <Props extends BoundFieldProps>(Input: FormFieldProps<Props>['as']) =>
  ({ name, row, hintValues }: RowFieldProps) => (
    <FormField {...({ name, row, hintValues, as: Input } as unknown as FormFieldProps<Props>)} />
  );

const kinds: Kinds = {
  text: fieldOf(TextField),
  phone: fieldOf(PhoneField),
  email: fieldOf(EmailField),
  digits: fieldOf(DigitsField),
  capitals: fieldOf(CapitalsField),
  money: fieldOf(MoneyField),
  switch: fieldOf(SwitchField),
  date: PickedDate,
  choice: ChoiceField,
};

function PickedDate({ name, row, today, hintValues }: RowFieldProps) {
  return <FormField name={name} row={row} hintValues={hintValues} as={DateField} {...row.picker?.(today)} />;
}

interface ChoiceFieldProps extends RowFieldProps {
  as?: typeof SelectField;
  listeners?: FieldListeners;
}

/** A choice among the options of a catalogue row. */
export function ChoiceField({ name, row, today, as = SelectField, listeners }: ChoiceFieldProps) {
  const options = useOptions(row.choices, today);
  return <FormField name={name} row={row} as={as} options={options} {...(listeners && { listeners })} />;
}

function useOptions(choices: Choices | undefined, today: IsoDate) {
  const intl = useIntl();
  const { codes = [], labels, labelValues } = choices ?? {};
  const all = typeof codes === 'function' ? codes(today) : codes;
  const labelOf = (code: string) =>
    labels ? intl.formatMessage({ id: messageId(labels) }, labelValues?.(code) ?? { code }) : code;
  return all.map((code) => ({ value: code, label: labelOf(code) }));
}

/** A component for each field of `Rows` whose kind has no default input; any other field may have one as well. */
export type SpecialFields<Rows extends Record<string, { kind: FieldKind }>> = {
  [
    Name in keyof Rows as Rows[Name] extends { derived: true }
      ? never
      : Rows[Name]['kind'] extends SpecialKind
        ? Name
        : never
  ]: ComponentType<RowFieldProps>;
} & { [Name in keyof Rows]?: ComponentType<RowFieldProps> };

export interface CatalogueFieldsProps extends Omit<RowFieldProps, 'name' | 'row'> {
  rows: Readonly<Record<string, FieldDescription>>;
  /** The names of those rows that are shown, in their order. */
  shown: readonly string[];
  /** Returns the full name of a row's value; without it, the row's own name. */
  fullName?: (name: string) => string;
  special: Readonly<Partial<Record<string, ComponentType<RowFieldProps>>>>;
  /** The content before or after a field, by the row's name. */
  before?: Readonly<Partial<Record<string, ReactNode>>>;
  after?: Readonly<Partial<Record<string, ReactNode>>>;
  /** The class of the element around adjacent fields of a group. */
  groupClasses?: Readonly<Partial<Record<string, string>>>;
}

export function CatalogueFields(props: CatalogueFieldsProps) {
  const { rows, shown, fullName, special, before, after, groupClasses, ...rest } = props;
  const renderField = (name: string) => {
    const row = rows[name];
    const Field =
      row && (special[name] ?? (kinds as Partial<Record<FieldKind, ComponentType<RowFieldProps>>>)[row.kind]);
    if (!Field) throw new Error(`The field ${name} has no component`);
    return (
      <Fragment key={name}>
        {before?.[name]}
        <Field name={fullName?.(name) ?? name} row={row} {...rest} />
        {after?.[name]}
      </Fragment>
    );
  };
  return inGroups(rows, shown).map(({ group, names }) =>
    group === undefined ? (
      names.map(renderField)
    ) : (
      <div key={group} className={groupClasses?.[group]}>
        {names.map(renderField)}
      </div>
    ),
  );
}

/** Groups adjacent rows of the same group; rows without a group are separate. */
function inGroups(rows: CatalogueFieldsProps['rows'], shown: readonly string[]) {
  const groups: { group: string | undefined; names: string[] }[] = [];
  for (const name of shown) {
    const row = rows[name];
    if (row?.derived) continue;
    const last = groups.at(-1);
    if (last && last.group === row?.group) last.names.push(name);
    else groups.push({ group: row?.group, names: [name] });
  }
  return groups;
}

/** A date, 'YYYY-MM-DD'. `min` and `max` limit what its calendar offers. */
function DateField(props: BoundFieldProps & { min?: string; max?: string; autoComplete?: string }) {
  const { min, max, autoComplete } = props;
  const { clean: _, ...control } = useTextFieldBinding(props);
  return (
    <DateInput
      {...control}
      min={min}
      max={max}
      autoComplete={autoComplete}
      keepDigits={keepDigits}
      labels={useDateLabels()}
    />
  );
}
