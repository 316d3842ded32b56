/** Pincode, state and city of an address: the pincode fills the other two, and both can be changed. */
import { useSelector } from '@tanstack/react-form';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ApplicantField } from '../../../domain/applicant.ts';
import { getPath } from '../../../domain/check.ts';
import { limits } from '../../../domain/limits.ts';
import { ComboField } from '../../form/ComboField.tsx';
import type { RowFieldProps } from '../../form/CatalogueFields.tsx';
import { FormField } from '../../form/FormField.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { DigitsField } from '../../form/more-fields.tsx';
import { type Services, useServices } from '../services.ts';
import { type ApplicantFormApi, useApplicantForm, withoutValidation } from './applicant-form.tsx';
import { useCities, useStates } from './masters.ts';

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

const PincodeLookupContext = createContext<PincodeLookup | null>(null);

function usePincodeLookup(): PincodeLookup {
  const lookup = useContext(PincodeLookupContext);
  if (!lookup) throw new Error('No PincodeLookupProvider');
  return lookup;
}

export function PincodeLookupProvider({ form, children }: { form: ApplicantFormApi; children: ReactNode }) {
  const services = useServices();
  const lookup = useMemo(() => createPincodeLookup(form, services), [form, services]);
  return <PincodeLookupContext.Provider value={lookup}>{children}</PincodeLookupContext.Provider>;
}

/** Asks for a whole pincode's place; another pincode, or a choice by hand, makes the answer come too late. */
function createPincodeLookup(form: ApplicantFormApi, services: Services): PincodeLookup {
  const requests = new Map<string, AbortController>();
  const filled = new Map<string, Place>();
  const cancel = (name: string) => requests.get(addressOf(name).address)?.abort();
  // An answer must not take the text from under somebody's caret.
  const isTyping = (names: readonly string[]) => {
    const box = document.activeElement;
    return (
      box instanceof HTMLInputElement &&
      names.includes(box.id) &&
      box.value !== String(getPath(form.state.values, box.id))
    );
  };
  const setPlace = (name: string, place: Place) => {
    const { state, city } = addressOf(name);
    if (isTyping([state, city])) return;
    form.setFieldValue(state, place.state, withoutValidation);
    form.setFieldValue(city, place.city, withoutValidation);
  };
  /** What somebody chose by hand since it was filled stays. */
  const clearFilled = (name: string) => {
    const { address, state, city } = addressOf(name);
    const place = filled.get(address);
    filled.delete(address);
    const { values } = form.state;
    if (place && place.state === getPath(values, state) && place.city === getPath(values, city))
      setPlace(name, { state: '', city: '' });
  };
  const fill = async (name: string, pincode: string) => {
    cancel(name);
    if (pincode.length !== limits.pincodeMaxDigits) return true;
    const { address } = addressOf(name);
    const request = new AbortController();
    requests.set(address, request);
    const outcome = await services.call('getPincode', { path: { pincode } }, request);
    if (request.signal.aborted) return true;
    clearFilled(name);
    if (outcome.kind !== 'ok') return outcome.kind !== 'refused' || outcome.status !== 404;
    const { state, city } = outcome.value;
    setPlace(name, { state, city });
    filled.set(address, { state, city });
    return true;
  };
  const leave = (name: string, pincode: string) => {
    if (pincode.length !== limits.pincodeMaxDigits) clearFilled(name);
  };
  return { fill, leave, cancel };
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
      items={states.items.map((state) => ({ value: state.name, label: state.name }))}
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
      items={cities.items.map((city) => ({ value: city.name, label: city.name }))}
      loading={cities.loading}
      allowCustomValue
      onChoose={() => lookup.cancel(name)}
    />
  );
}
