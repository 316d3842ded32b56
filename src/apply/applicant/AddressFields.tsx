/** Pincode, state and city of an address: the pincode fills the other two, and both can be changed. */
import { useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ApplicantField } from '../../../domain/applicant.ts';
import { getPath } from '../../../domain/check.ts';
import type { FieldDescription } from '../../../domain/fields/row.ts';
import { limits } from '../../../domain/limits.ts';
import { ComboField } from '../../form/ComboField.tsx';
import type { RowFieldProps } from '../../form/CatalogueFields.tsx';
import { FormField } from '../../form/FormField.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { DigitsField } from '../../form/more-fields.tsx';
import { valueText } from '../../form/value-text.ts';
import { type Services, useServices } from '../services.ts';
import { type ApplicantFormApi, useApplicantForm, withoutValidation } from './applicant-form.tsx';
import { type MasterList, useCities, useStates } from './masters.ts';

/** The names of an address's fields, from the name of one of them. */
function addressOf(name: string) {
  const address = name.slice(0, name.lastIndexOf('.'));
  return {
    address,
    state: `${address}.state` as ApplicantField,
    city: `${address}.city` as ApplicantField,
  };
}

interface Place {
  state: string;
  city: string;
}

interface PincodeLookup {
  /**
   * Fills state and city of the address of this pincode field, or clears what an earlier pincode filled there.
   * @returns false where the pincode is not known
   */
  fill: (name: string, pincode: string) => Promise<boolean>;
  /** Clears what an earlier pincode filled, once the field is left with one that is not looked up. */
  leave: (name: string, pincode: string) => void;
  /** Drops the answer that is on its way: somebody has chosen by hand. */
  cancel: (name: string) => void;
}

/** What an earlier pincode filled is remembered as long as the form. */
const lookups = new WeakMap<ApplicantFormApi, PincodeLookup>();

function usePincodeLookup(): PincodeLookup {
  const form = useApplicantForm();
  const services = useServices();
  const lookup = lookups.get(form) ?? createPincodeLookup(form, services);
  lookups.set(form, lookup);
  return lookup;
}

/** Asks for a whole pincode's place; another pincode, or a choice by hand, makes the answer come too late. */
function createPincodeLookup(form: ApplicantFormApi, services: Services): PincodeLookup {
  const requests = new Map<string, AbortController>();
  const filled = new Map<string, Place>();
  const valueOf = (name: string) => String(getPath(form.state.values, name));
  const cancel = (name: string) => requests.get(addressOf(name).address)?.abort();
  const setPlace = (name: string, place: Place) => {
    const { state, city } = addressOf(name);
    const box = document.activeElement;
    // An answer must not take the text from under somebody's caret.
    const isTyping =
      box instanceof HTMLInputElement &&
      (box.id === state || box.id === city) &&
      box.value !== valueOf(box.id);
    if (isTyping) return;
    form.setFieldValue(state, place.state, withoutValidation);
    form.setFieldValue(city, place.city, withoutValidation);
  };
  /** What somebody chose by hand since it was filled stays. */
  const clearFilled = (name: string) => {
    const { address, state, city } = addressOf(name);
    const place = filled.get(address);
    filled.delete(address);
    if (place?.state === valueOf(state) && place.city === valueOf(city))
      setPlace(name, { state: '', city: '' });
  };
  return {
    async fill(name, pincode) {
      cancel(name);
      if (pincode.length !== limits.pincodeMaxDigits) return true;
      const { address } = addressOf(name);
      const request = new AbortController();
      requests.set(address, request);
      const outcome = await services.call('getPincode', { path: { pincode } }, request);
      // The whole address may have been copied from another one meanwhile.
      if (request.signal.aborted || valueOf(name) !== pincode) return true;
      clearFilled(name);
      if (outcome.kind !== 'ok') return outcome.kind !== 'refused' || outcome.status !== 404;
      setPlace(name, outcome.value);
      filled.set(address, outcome.value);
      return true;
    },
    leave(name, pincode) {
      if (pincode.length !== limits.pincodeMaxDigits) clearFilled(name);
    },
    cancel,
  };
}

export function PincodeField({ name, row }: RowFieldProps) {
  const { fill, leave } = usePincodeLookup();
  const form = useApplicantForm();
  const pincode = useSelector(form.store, ({ values }) => String(getPath(values, name)));
  const [unknown, setUnknown] = useState<string | null>(null);
  const findPlace = async (typed: string) => {
    if (!(await fill(name, typed))) setUnknown(typed);
  };
  return (
    <FormField
      name={name}
      row={row}
      as={DigitsField}
      notice={
        pincode === unknown ? <FormattedMessage id="applicant.pincode.unknown" values={{ pincode }} /> : null
      }
      listeners={{ onChange: ({ value }) => void findPlace(value), onBlur: () => leave(name, pincode) }}
    />
  );
}

/** The list as the reader knows it: in their language and its order. The English name is the value, and finds it too. */
function usePlaces(row: FieldDescription, items: MasterList<{ name: string }>['items']) {
  const intl = useIntl();
  return items
    .map(({ name }) => ({ value: name, label: valueText(intl, row, name) as string, otherName: name }))
    .sort((a, b) => a.label.localeCompare(b.label, intl.locale));
}

export function StateField({ name, row }: RowFieldProps) {
  const form = useApplicantForm();
  const lookup = usePincodeLookup();
  const lockOf = useFieldLock();
  const states = useStates();
  const { city } = addressOf(name);
  const clearCity = () => {
    lookup.cancel(name);
    // Another state has other cities.
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
  const lookup = usePincodeLookup();
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
      onChoose={() => lookup.cancel(name)}
    />
  );
}
