/** The switches that copy one of the two home addresses to the other. */
import { useSelector } from '@tanstack/react-form';
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { type ApplicantValues, applicantForm } from '../../../domain/applicant.ts';
import { isShown } from '../../../domain/hidden-fields.ts';
import { useFieldLock } from '../../form/lock.ts';
import { useDomainFormApi } from '../../form/form-context.ts';
import { Switch } from '../../ui/Checkbox.tsx';
import { useApplicantForm, withoutValidation } from './applicant-form.tsx';

type Side = 'residence' | 'permanent';

type Address = ApplicantValues['personal_details']['address'][Side];

/** What was copied last, and what stood there before. */
interface CopiedAddress {
  to: Side;
  before: Address;
}

const CopiedContext = createContext<{
  copied: CopiedAddress | null;
  setCopied: (copied: CopiedAddress) => void;
} | null>(null);

export function CopyAddressProvider({ children }: { children: ReactNode }) {
  const [copied, setCopied] = useState<CopiedAddress | null>(null);
  return <CopiedContext.Provider value={{ copied, setCopied }}>{children}</CopiedContext.Provider>;
}

const other: Record<Side, Side> = { residence: 'permanent', permanent: 'residence' };

const switches = {
  residence: { id: 'copy-permanent', label: <FormattedMessage id="applicant.copyPermanent" /> },
  permanent: { id: 'copy-residence', label: <FormattedMessage id="applicant.copyResidence" /> },
} as const satisfies Record<Side, unknown>;

/**
 * Copies the other address to this one, and what is corrected there later as well. The switch is on until this address
 * is changed by hand. Turned off, it gives back what stood there before.
 */
export function CopyAddress({ to }: { to: Side }) {
  const form = useApplicantForm();
  const { notifyChange } = useDomainFormApi();
  const lockOf = useFieldLock();
  const context = useContext(CopiedContext);
  if (!context) throw new Error('No CopyAddressProvider');
  const { copied, setCopied } = context;
  const permanentIsShown = useSelector(form.store, ({ values }) =>
    isShown(applicantForm, 'personal_details.address.permanent.address', values),
  );
  const setAddress = (address: Address) => {
    form.setFieldValue(`personal_details.address.${to}`, { ...address }, withoutValidation);
    notifyChange(`personal_details.address.${to}`);
  };
  const source = useSelector(form.store, ({ values }) => values.personal_details.address[other[to]]);
  const target = useSelector(form.store, ({ values }) => values.personal_details.address[to]);
  const isOn = copied?.to === to;
  const previousSource = useRef(source);
  useLayoutEffect(() => {
    const isCopy = areEqual(previousSource.current, target);
    previousSource.current = source;
    if (isOn && isCopy && !areEqual(source, target)) setAddress(source);
  });
  const isOpen = parts.every((part) => lockOf(`personal_details.address.${to}.${part}`).access !== 'locked');
  if (!permanentIsShown || !isOpen) return null;
  const toggle = (on: boolean) => {
    const { address } = form.state.values.personal_details;
    if (on) setCopied({ to, before: address[to] });
    if (on) setAddress(address[other[to]]);
    else if (copied) setAddress(copied.before);
  };
  return <Switch {...switches[to]} checked={isOn && areEqual(source, target)} onChecked={toggle} />;
}

const parts = ['address', 'city', 'state', 'pincode'] as const;

const areEqual = (one: Address, another: Address) => parts.every((part) => one[part] === another[part]);
