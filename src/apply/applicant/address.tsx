/** Four inputs of an address; the pincode fills city and state, and both can be changed. */
import { useSelector } from '@tanstack/react-form';
import { useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { at } from '../../../domain/check.ts';
import { limits } from '../../../domain/limits.ts';
import { useFieldLock } from '../../form/lock.ts';
import { useServices } from '../services.ts';
import { type AddressName, type ApplicantInputs, quietly } from './inputs.ts';
import { useCities, useOwnWords, useStates } from './masters.ts';

interface AddressProps {
  form: ApplicantInputs;
  of: AddressName;
  /** The browser's section of addresses; without it, nothing is offered for filling in. */
  autofill?: string;
}

export function AddressFields({ form, of, autofill }: AddressProps) {
  const place = usePlaceOfPincode(form, of);
  return (
    <>
      <form.AppField name={`${of}.address`}>
        {(field) => (
          <field.TextField
            label={<FormattedMessage id="applicant.address" />}
            autoComplete={autofill ? `${autofill} address-line1` : 'off'}
            autoCapitalize="words"
          />
        )}
      </form.AppField>
      <form.AppField name={`${of}.pincode`} listeners={{ onChange: ({ value }) => place.fill(value) }}>
        {(field) => (
          <field.DigitsField
            label={<FormattedMessage id="applicant.pincode" />}
            hint={<FormattedMessage id="applicant.pincode.hint" />}
            autoComplete={autofill ? `${autofill} postal-code` : 'off'}
            size="s"
          />
        )}
      </form.AppField>
      <StateField form={form} of={of} onChoose={place.forget} />
      <CityField form={form} of={of} onChoose={place.forget} />
    </>
  );
}

type ChoiceProps = Pick<AddressProps, 'form' | 'of'> & { onChoose: () => void };

/** One of the list; where the list cannot be had, what is typed. Another state has other cities. */
function StateField({ form, of, onChoose }: ChoiceProps) {
  const states = useStates();
  const lockOf = useFieldLock();
  const names = useOwnWords(
    states.items.map((state) => state.name),
    states.items.length === 0,
  );
  const chosen = () => {
    names.reset();
    onChoose();
    if (lockOf(`${of}.city`).access !== 'locked') form.setFieldValue(`${of}.city`, '', quietly);
  };
  return (
    <form.AppField name={`${of}.state`} listeners={{ onBlur: names.reset }}>
      {(field) => (
        <field.ComboField
          label={<FormattedMessage id="applicant.state" />}
          items={names.items}
          onQuery={names.onQuery}
          onChoose={chosen}
          loading={states.loading}
        />
      )}
    </form.AppField>
  );
}

/** One of the state's list, or any other that is typed: districts are listed, and towns are not. */
function CityField({ form, of, onChoose }: ChoiceProps) {
  const state = useSelector(form.store, ({ values }) => String(at(values, `${of}.state`)));
  const cities = useCities(state);
  const names = useOwnWords(
    cities.items.map((city) => city.name),
    true,
  );
  const chosen = () => {
    names.reset();
    onChoose();
  };
  return (
    <form.AppField name={`${of}.city`} listeners={{ onBlur: names.reset }}>
      {(field) => (
        <field.ComboField
          label={<FormattedMessage id="applicant.city" />}
          items={names.items}
          onQuery={names.onQuery}
          onChoose={chosen}
          loading={cities.loading}
        />
      )}
    </form.AppField>
  );
}

/** Asks for a whole pincode's place; another pincode, or a choice by hand, makes the answer come too late. */
function usePlaceOfPincode(form: ApplicantInputs, of: AddressName) {
  const services = useServices();
  const asked = useRef<AbortController | null>(null);
  const forget = () => asked.current?.abort();
  const fill = async (pincode: string) => {
    forget();
    if (pincode.length !== limits.pincodeMaxDigits) return;
    const asking = new AbortController();
    asked.current = asking;
    const outcome = await services.placeOf(pincode, asking.signal);
    if (asking.signal.aborted || outcome.kind !== 'decided') return;
    form.setFieldValue(`${of}.state`, outcome.value.state, quietly);
    form.setFieldValue(`${of}.city`, outcome.value.city, quietly);
  };
  return { fill, forget };
}
