/** Fields that a code fills in: state and city from a pincode, the bank from an IFSC code. All can be changed. */
import { useSelector } from '@tanstack/react-form';
import { useMemo, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { ApplicantField } from '../../../domain/forms/applicant.ts';
import { getPath } from '../../../domain/values/check.ts';
import type { FieldDescription } from '../../../domain/forms/fields/row.ts';
import type { LookupField } from '../../../machines/wizard.ts';
import { ComboField } from '../../form/combo-field.tsx';
import type { RowFieldProps } from '../../form/catalogue-fields.tsx';
import { FormField } from '../../form/domain-form.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { DigitsField, CapitalsField } from '../../form/more-fields.tsx';
import { valueText } from '../../form/value-text.ts';
import { useLookups } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useApplicantForm, withoutValidation } from './step.ts';
import { cachedForever, type QueryResult, useApiQuery } from '../../data/query.tsx';
import { limits } from '../../../domain/values/limits.ts';
import { useSelector as useActorSelector } from '@xstate/react';
import type { LookupValue } from '../../../machines/lookup.ts';

/** Returns the names of an address's fields, from the name of one of them. */
function addressOf(name: string) {
  const address = name.slice(0, name.lastIndexOf('.'));
  return {
    address,
    state: `${address}.state` as ApplicantField,
    city: `${address}.city` as ApplicantField,
  };
}

const lookups = {
  'personal_details.address.residence': 'residence',
  'personal_details.address.permanent': 'permanent',
  'employment_details.office_address': 'office',
} as const satisfies Record<string, LookupField>;

const lookupOf = (name: string): LookupField => lookups[addressOf(name).address as keyof typeof lookups];

const asTyped = (pincode: string) => pincode;

export function PincodeField({ name, row }: RowFieldProps) {
  const targets = useMemo(() => {
    const { state, city } = addressOf(name);
    return { state, city };
  }, [name]);
  const lookup = useCodeLookup({ lookup: lookupOf(name), name, targets, codeOf: asTyped });
  const { code: pincode, isUnknown, listeners } = lookup;
  const notice = isUnknown ? t('applicant.pincode.unknown', { pincode }) : null;
  return <FormField name={name} row={row} as={DigitsField} notice={notice} listeners={listeners} />;
}

/** Returns the places in the reader's language and its order. The English name is the value, and finds it too. */
function usePlaces(row: FieldDescription, items: readonly { name: string }[]) {
  const intl = useIntl();
  return items
    .map(({ name }) => ({ value: name, label: valueText(intl, row, name) as string, otherName: name }))
    .sort((a, b) => a.label.localeCompare(b.label, intl.locale));
}

export function StateField({ name, row }: RowFieldProps) {
  const form = useApplicantForm();
  const lookup = useLookups()[lookupOf(name)];
  const lockOf = useFieldLock();
  const states = useStates();
  const { city } = addressOf(name);
  const clearCity = () => {
    lookup.send({ type: 'value.chosen' });
    // The cities belong to one state.
    if (lockOf(city).access !== 'locked') form.setFieldValue(city, '', withoutValidation);
  };
  return (
    <FormField
      name={name}
      row={row}
      as={ComboField}
      items={usePlaces(row, states.items)}
      loading={states.loading}
      allowCustomValue={states.items.length === 0}
      onChoose={clearCity}
    />
  );
}

/** Districts are listed, and towns are not: any other name can be typed. */
export function CityField({ name, row }: RowFieldProps) {
  const form = useApplicantForm();
  const lookup = useLookups()[lookupOf(name)];
  const { state } = addressOf(name);
  const cities = useCities(useSelector(form.store, ({ values }) => String(getPath(values, state))));
  return (
    <FormField
      name={name}
      row={row}
      as={ComboField}
      items={usePlaces(row, cities.items)}
      loading={cities.loading}
      allowCustomValue
      onChoose={() => lookup.send({ type: 'value.chosen' })}
    />
  );
}

/** The field that an IFSC code fills in (decision 22). */
const targets = { bank_name: 'bank_details.bank_name' } as const;

const prefixOf = (ifsc: string) => ifsc.slice(0, limits.ifscBankLetters);

export function IfscField({ name, row }: RowFieldProps) {
  const lookup = useCodeLookup({ lookup: 'bank', name, targets, codeOf: prefixOf });
  const { code: prefix, isUnknown, listeners } = lookup;
  const notice = isUnknown ? t('applicant.ifsc.unknown', { prefix }) : null;
  return <FormField name={name} row={row} as={CapitalsField} notice={notice} listeners={listeners} />;
}

export function BankField({ name, row }: RowFieldProps) {
  const banks = useBanks();
  const lookup = useLookups().bank;
  return (
    <FormField
      name={name}
      row={row}
      as={ComboField}
      items={banks.items.map((bank) => ({ value: bank.label, label: bank.label }))}
      loading={banks.loading}
      allowCustomValue
      onChoose={() => lookup.send({ type: 'value.chosen' })}
    />
  );
}

interface LookupOptions {
  lookup: LookupField;
  /** The field of the code. */
  name: string;
  /** The fields that are filled in, by the names of what is found. */
  targets: Readonly<Record<string, ApplicantField>>;
  /** Returns the part of the field's value that is looked up. */
  codeOf: (value: string) => string;
}

/**
 * Looks up the typed code, such as an IFSC code or a pincode, and at first a code without its values, and fills in the
 * values. `targets` and `codeOf` stay the same.
 */
function useCodeLookup({ lookup, name, targets, codeOf }: LookupOptions) {
  const form = useApplicantForm();
  const lockOf = useFieldLock();
  const actor = useLookups()[lookup];
  const code = useSelector(form.store, ({ values }) => codeOf(String(getPath(values, name))));
  const isUnknown = useActorSelector(actor, (now) => now.matches('unknown') && now.context.code === code);
  const isTyped = useRef(false);
  useEffect(() => {
    const valueOf = (field: string) => String(getPath(form.state.values, field));
    const fields = Object.entries(targets);
    const isFilledWith = (value: LookupValue) =>
      fields.every(([part, field]) => valueOf(field) === value[part]);
    const isLocked = () => fields.some(([, field]) => lockOf(field).access === 'locked');
    const set = (value: LookupValue) => {
      for (const [part, field] of fields) form.setFieldValue(field, value[part] ?? '', withoutValidation);
    };
    const subscription = actor.on('answered', ({ code: answered, before, value }) => {
      // A whole address may have been copied meanwhile.
      if (codeOf(valueOf(name)) !== answered) return;
      if (isLocked() || fields.some(([, field]) => isBeingTyped(field, valueOf(field)))) return;
      // Manually chosen values stay.
      if (before && isFilledWith(before)) set({});
      if (value && (isTyped.current || fields.every(([, field]) => valueOf(field) === ''))) set(value);
    });
    const isEmpty = fields.every(([, field]) => valueOf(field) === '');
    const current = codeOf(valueOf(name));
    const known = actor.getSnapshot().context;
    // The answer may have come while the form was not there.
    if (isEmpty && known.filled && known.code === current && !isLocked()) set(known.filled);
    else if (!isTyped.current && known.code !== current && (isEmpty || lookup === 'bank'))
      actor.send({ type: 'code.typed', code: current });
    return () => subscription.unsubscribe();
  }, [actor, form, lockOf, lookup, name, targets, codeOf]);
  return {
    code,
    isUnknown,
    listeners: {
      onChange: ({ value }: { value: string }) => {
        isTyped.current = true;
        // The first letters alone count in an IFSC code.
        if (codeOf(value) !== code || actor.getSnapshot().matches('failed'))
          actor.send({ type: 'code.typed', code: codeOf(value) });
      },
      onBlur: () => actor.send({ type: 'code.left' }),
    },
  };
}

/** Tells whether a person is typing in the field: a response must not replace that text. */
function isBeingTyped(field: string, value: string): boolean {
  const box = document.activeElement;
  return box instanceof HTMLInputElement && box.id === field && box.value !== value;
}

/** Maps banks, states and cities to a list. They are optional help: if they cannot be loaded, people type the value. */
const toList = <T,>({ data: items = [], isLoading: loading }: QueryResult<T[]>) => ({ items, loading });

const useBanks = () => toList(useApiQuery('listBanks', {}, cachedForever));

const useStates = () => toList(useApiQuery('listStates', {}, cachedForever));

/** Returns the cities of a state by its name; empty if the name is not in the list. */
function useCities(stateName: string) {
  const id = useStates().items.find((state) => state.name === stateName)?.id ?? null;
  return toList(useApiQuery('listCities', id === null ? null : { path: { state_id: id } }, cachedForever));
}
