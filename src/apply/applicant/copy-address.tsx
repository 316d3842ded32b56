/** The switches that copy an address, or the place of one, to another. */
import { useSelector } from '@tanstack/react-form';
import { type Dispatch, type ReactNode, type SetStateAction, useLayoutEffect, useRef, useState } from 'react';
import { type ApplicantValues, applicantForm } from '../../../domain/forms/applicant.ts';
import { isShown } from '../../../domain/forms/hidden-fields.ts';
import { useFieldLock } from '../../form/lock.ts';
import { useDomainFormApi } from '../../form/form-context.ts';
import { requiredContext } from '../../hooks/required-context.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useApplicantForm, withoutValidation } from './step.ts';

type Address = ApplicantValues['employment_details']['office_address'];

type AddressOf = 'residence' | 'permanent' | 'office';

/** The values of each address before it was overwritten by its copy. */
type Overwritten = Partial<Record<AddressOf, Address>>;

/** `useOverwritten` answers what stood in each address, and how to set it. */
const [Provider, useOverwritten] =
  requiredContext<[Overwritten, Dispatch<SetStateAction<Overwritten>>]>('OverwrittenProvider');

export function OverwrittenProvider({ children }: { children: ReactNode }) {
  return <Provider value={useState({})}>{children}</Provider>;
}

const names = {
  residence: 'personal_details.address.residence',
  permanent: 'personal_details.address.permanent',
  office: 'employment_details.office_address',
} as const;

const place = ['city', 'state', 'pincode'] as const;
const whole = ['address', ...place] as const;

/** The fields that are copied to each address. */
const copies = {
  residence: {
    from: 'permanent',
    parts: whole,
    id: 'copy-permanent',
    label: t('applicant.copyPermanent'),
  },
  permanent: {
    from: 'residence',
    parts: whole,
    id: 'copy-residence',
    label: t('applicant.copyResidence'),
  },
  office: {
    from: 'residence',
    parts: place,
    id: 'copy-place',
    label: t('applicant.copyPlace'),
  },
} as const satisfies Record<
  AddressOf,
  { from: AddressOf; parts: readonly (keyof Address)[]; id: string; label: ReactNode }
>;

const addressIn = (values: ApplicantValues, of: AddressOf): Address =>
  of === 'office' ? values.employment_details.office_address : values.personal_details.address[of];

/**
 * Copies another address to this one, and what is corrected there later as well. The switch is on until this address
 * is changed by hand. Turned off, it gives back what stood there before.
 */
export function CopyAddress({ to }: { to: AddressOf }) {
  const { from, parts, id, label } = copies[to];
  const form = useApplicantForm();
  const { notifyChange } = useDomainFormApi();
  const lockOf = useFieldLock();
  const [overwritten, setOverwritten] = useOverwritten();
  const areShown = useSelector(form.store, ({ values }) =>
    [from, to].every((of) => isShown(applicantForm, `${names[of]}.address`, values)),
  );
  const setAddress = (address: Address) => {
    const now = { ...addressIn(form.state.values, to) };
    for (const part of parts) now[part] = address[part];
    form.setFieldValue(names[to], now, withoutValidation);
    notifyChange(names[to]);
  };
  const source = useSelector(form.store, ({ values }) => addressIn(values, from));
  const target = useSelector(form.store, ({ values }) => addressIn(values, to));
  const isCopyOf = (address: Address) => parts.every((part) => target[part] === address[part]);
  const before = overwritten[to];
  const previousSource = useRef(source);
  useLayoutEffect(() => {
    const wasCopy = isCopyOf(previousSource.current);
    previousSource.current = source;
    if (before && wasCopy && !isCopyOf(source)) setAddress(source);
  });
  const isOpen = whole.every((part) => lockOf(`${names[to]}.${part}`).access !== 'locked');
  const hasNothingToCopy = before === undefined && parts.every((part) => source[part] === '');
  if (!areShown || !isOpen || hasNothingToCopy) return null;
  const toggle = (on: boolean) => {
    setOverwritten((all) => ({
      ...all,
      // The addresses cannot be copies of each other: the other one's switch goes off.
      ...(on && copies[from].from === to && { [from]: undefined }),
      [to]: on ? target : undefined,
    }));
    setAddress(on ? source : (before ?? target));
  };
  return (
    <Switch id={id} label={label} checked={before !== undefined && isCopyOf(source)} onChecked={toggle} />
  );
}
