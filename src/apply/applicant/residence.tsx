/** Where the applicant lives now, and for good where that is another address than the one in Aadhaar (decision 35a). */
import { useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { type ApplicantValues, applicantForm } from '../../../domain/applicant.ts';
import { enums } from '../../../domain/enums.ts';
import { isShown } from '../../../domain/shown.ts';
import { useFieldLock } from '../../form/lock.ts';
import { SwitchField } from '../../form/more-fields.tsx';
import { useTools } from '../../form/tools.ts';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Tick.tsx';
import { AddressFields } from './address.tsx';
import { Choice, Input, quietly, useInputs } from './inputs.tsx';

type Side = 'residence' | 'permanent';

export function ResidenceSections() {
  const form = useInputs();
  const copy = useCopy();
  const permanentIsShown = useSelector(form.store, ({ values }) =>
    isShown(applicantForm, 'personal_details.address.permanent.address', values),
  );
  return (
    <>
      <Card title={<FormattedMessage id="applicant.residence" />}>
        <Choice
          name="personal_details.type_of_residence"
          label="applicant.residenceType"
          codes={enums.residences}
          words="applicant.residenceType.options"
        />
        {permanentIsShown && copy.isOpen('residence') && (
          <Switch
            id="copy-permanent"
            label={<FormattedMessage id="applicant.copyPermanent" />}
            checked={copy.isOn('residence')}
            onChecked={(on) => copy.turn('residence', on)}
          />
        )}
        <AddressFields of="personal_details.address.residence" autofill="section-residence" />
        <Input as={SwitchField} name="personal_details.same_as_aadhaar" label="applicant.sameAsAadhaar" />
      </Card>
      {permanentIsShown && (
        <Card title={<FormattedMessage id="applicant.permanent" />}>
          {copy.isOpen('permanent') && (
            <Switch
              id="copy-residence"
              label={<FormattedMessage id="applicant.copyResidence" />}
              checked={copy.isOn('permanent')}
              onChecked={(on) => copy.turn('permanent', on)}
            />
          )}
          <AddressFields of="personal_details.address.permanent" autofill="section-permanent" />
        </Card>
      )}
    </>
  );
}

type Address = ApplicantValues['personal_details']['address'][Side];

/**
 * A switch is on from its copying until one of the two addresses is changed. Turned off by hand, it gives back
 * what stood there before.
 */
function useCopy() {
  const form = useInputs();
  const { changed } = useTools();
  const lockOf = useFieldLock();
  const [copied, setCopied] = useState<{ to: Side; before: Address } | null>(null);
  const alike = useSelector(form.store, ({ values }) => {
    const { residence, permanent } = values.personal_details.address;
    return parts.every((part) => residence[part] === permanent[part]);
  });
  const put = (to: Side, address: Address) => {
    form.setFieldValue(`personal_details.address.${to}`, { ...address }, quietly);
    changed(`personal_details.address.${to}`);
  };
  return {
    isOpen: (to: Side) =>
      parts.every((part) => lockOf(`personal_details.address.${to}.${part}`).access !== 'locked'),
    isOn: (to: Side) => copied?.to === to && alike,
    turn: (to: Side, on: boolean) => {
      const { address } = form.state.values.personal_details;
      if (on) setCopied({ to, before: address[to] });
      if (on) put(to, address[to === 'permanent' ? 'residence' : 'permanent']);
      else if (copied) put(to, copied.before);
    },
  };
}

const parts = ['address', 'city', 'state', 'pincode'] as const;
