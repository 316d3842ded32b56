/** The codes of the short lists with the words that they are shown by (specification, section 3). */
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { enums } from '../../../domain/enums.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Option } from '../../ui/Select.tsx';

type Enums = typeof enums;
type WordsOf<Name extends keyof Enums> = Record<Enums[Name][number], MessageId>;

export const genders: WordsOf<'genders'> = {
  Male: 'applicant.gender.male',
  Female: 'applicant.gender.female',
  Transgender: 'applicant.gender.transgender',
};

export const maritalStatuses: WordsOf<'maritalStatuses'> = {
  MARRIED: 'applicant.maritalStatus.married',
  SINGLE: 'applicant.maritalStatus.single',
  WIDOW: 'applicant.maritalStatus.widow',
};

export const relationships: WordsOf<'relationships'> = {
  Father: 'applicant.relationship.father',
  Mother: 'applicant.relationship.mother',
  Self: 'applicant.relationship.self',
  Sibling: 'applicant.relationship.sibling',
  Spouse: 'applicant.relationship.spouse',
};

export const residences: WordsOf<'residences'> = {
  RENTED: 'applicant.residenceType.rented',
  OWNED: 'applicant.residenceType.owned',
};

export const accountTypes: WordsOf<'accountTypes'> = {
  SAVING: 'applicant.accountType.saving',
  CURRENT: 'applicant.accountType.current',
};

export const employmentTypes: WordsOf<'employmentTypes'> = {
  Salaried: 'applicant.occupation.salaried',
  'Self Employed': 'applicant.occupation.selfEmployed',
};

export const businessConstitutions: WordsOf<'businessConstitutions'> = {
  ASN: 'applicant.constitution.asn',
  COB: 'applicant.constitution.cob',
  FIRM: 'applicant.constitution.firm',
  GOVT: 'applicant.constitution.govt',
  HUF: 'applicant.constitution.huf',
  LLP: 'applicant.constitution.llp',
  MNC: 'applicant.constitution.mnc',
  OPC: 'applicant.constitution.opc',
  PROPSHP: 'applicant.constitution.propshp',
  PRTSHP: 'applicant.constitution.prtshp',
  PUB_COM: 'applicant.constitution.pubCom',
  PVT_COM: 'applicant.constitution.pvtCom',
  SCTY: 'applicant.constitution.scty',
  TRST: 'applicant.constitution.trst',
};

/** A table's codes as a select's options, in the table's order. */
export function useOptions(words: Record<string, MessageId>): Option[] {
  const intl = useIntl();
  return useMemo(
    () => Object.entries(words).map(([value, id]) => ({ value, label: intl.formatMessage({ id }) })),
    [words, intl],
  );
}
