/** Four inputs of an address; the pincode fills city and state, and both can be changed. */
import { useSelector } from '@tanstack/react-form';
import { useRef } from 'react';
import { at } from '../../../domain/check.ts';
import { limits } from '../../../domain/limits.ts';
import { TextField } from '../../form/fields.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { DigitsField } from '../../form/more-fields.tsx';
import { useServices } from '../services.ts';
import { Input, quietly, Search, useInputs } from './inputs.tsx';
import { useCities, useStates } from './masters.ts';

interface AddressProps {
  /** The dotted name under which the address lies. */
  of:
    | 'personal_details.address.residence'
    | 'personal_details.address.permanent'
    | 'employment_details.office_address';
  /** The browser's section of addresses; without it, nothing is offered for filling in. */
  autofill?: string;
}

export function AddressFields({ of, autofill }: AddressProps) {
  const form = useInputs();
  const place = usePlaceOfPincode(of);
  const lockOf = useFieldLock();
  const states = useStates();
  const cities = useCities(useSelector(form.store, ({ values }) => String(at(values, `${of}.state`))));
  // Another state has other cities.
  const stateChosen = () => {
    place.forget();
    if (lockOf(`${of}.city`).access !== 'locked') form.setFieldValue(`${of}.city`, '', quietly);
  };
  return (
    <>
      <Input
        as={TextField}
        name={`${of}.address`}
        label="applicant.address"
        autoComplete={autofill ? `${autofill} address-line1` : 'off'}
        autoCapitalize="words"
      />
      <Input
        as={DigitsField}
        name={`${of}.pincode`}
        label="applicant.pincode"
        hint="applicant.pincode.hint"
        autoComplete={autofill ? `${autofill} postal-code` : 'off'}
        size="s"
        listeners={{ onChange: ({ value }) => void place.fill(value) }}
      />
      <Search
        name={`${of}.state`}
        label="applicant.state"
        names={states.items.map((state) => state.name)}
        loading={states.loading}
        own={states.items.length === 0}
        onChoose={stateChosen}
      />
      {/* Districts are listed, and towns are not: any other name can be typed. */}
      <Search
        name={`${of}.city`}
        label="applicant.city"
        names={cities.items.map((city) => city.name)}
        loading={cities.loading}
        own
        onChoose={place.forget}
      />
    </>
  );
}

/** Asks for a whole pincode's place; another pincode, or a choice by hand, makes the answer come too late. */
function usePlaceOfPincode(of: AddressProps['of']) {
  const form = useInputs();
  const services = useServices();
  const asked = useRef<AbortController | null>(null);
  const forget = () => asked.current?.abort();
  // An answer must not take the text from under somebody's caret.
  const isTyping = () => {
    const box = document.activeElement;
    return (
      box instanceof HTMLInputElement &&
      [`${of}.state`, `${of}.city`].includes(box.id) &&
      box.value !== String(at(form.state.values, box.id))
    );
  };
  const fill = async (pincode: string) => {
    forget();
    if (pincode.length !== limits.pincodeMaxDigits) return;
    const asking = new AbortController();
    asked.current = asking;
    const outcome = await services.call('getPincode', { path: { pincode } }, asking);
    if (asking.signal.aborted || outcome.kind !== 'decided' || isTyping()) return;
    form.setFieldValue(`${of}.state`, outcome.value.state, quietly);
    form.setFieldValue(`${of}.city`, outcome.value.city, quietly);
  };
  return { fill, forget };
}
