/** What stood in each address before it was overwritten by its copy. */
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useState,
} from 'react';
import type { ApplicantValues } from '../../../domain/forms/applicant.ts';

export type Address = ApplicantValues['employment_details']['office_address'];

export type AddressOf = 'residence' | 'permanent' | 'office';

type Overwritten = Partial<Record<AddressOf, Address>>;

const OverwrittenContext = createContext<[Overwritten, Dispatch<SetStateAction<Overwritten>>] | null>(null);

export function OverwrittenProvider({ children }: { children: ReactNode }) {
  return <OverwrittenContext.Provider value={useState({})}>{children}</OverwrittenContext.Provider>;
}

/** What stood in each address, and how to set it. */
export function useOverwritten(): [Overwritten, Dispatch<SetStateAction<Overwritten>>] {
  const overwritten = useContext(OverwrittenContext);
  if (!overwritten) throw new Error('No OverwrittenProvider');
  return overwritten;
}
