/** What stood in each address before it was overwritten by its copy. */
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react';
import { requiredContext } from '../../hooks/required-context.ts';
import type { ApplicantValues } from '../../../domain/forms/applicant.ts';

export type Address = ApplicantValues['employment_details']['office_address'];

export type AddressOf = 'residence' | 'permanent' | 'office';

type Overwritten = Partial<Record<AddressOf, Address>>;

/** `useOverwritten` answers what stood in each address, and how to set it. */
const [Provider, useOverwritten] =
  requiredContext<[Overwritten, Dispatch<SetStateAction<Overwritten>>]>('OverwrittenProvider');

export { useOverwritten };

export function OverwrittenProvider({ children }: { children: ReactNode }) {
  return <Provider value={useState({})}>{children}</Provider>;
}
