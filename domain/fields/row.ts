/**
 * What a row of the catalogue of fields says. Everything about a field is read from its row: its input, its rules,
 * its label on every screen, how its value is read, and what a reviewer may ask about.
 */
import type { Field } from '../check.ts';
import type { IsoDate, Picker } from '../dates.ts';
import type { SectionId } from './sections.ts';

/** How a field is asked for and how its value is read. Each kind has one component in `src/form/kinds.tsx`. */
export type FieldKind =
  | 'text'
  | 'phone'
  | 'email'
  | 'digits'
  | 'capitals'
  /** Whole rupees. */
  | 'money'
  /** 'YYYY-MM-DD'. */
  | 'date'
  /** One of `choices`. */
  | 'choice'
  | 'switch'
  /** One of a long list that the server has; the step that shows the field brings the component. */
  | 'search'
  /** The EMI tenure, chosen among the tenure cards; read in months. */
  | 'tenure'
  | 'document';

/** A short list of codes. Without `words`, people read the codes themselves. */
export interface Choices {
  codes: readonly string[] | ((today: IsoDate) => readonly string[]);
  /** The message that has the words of each {code}. */
  words?: string;
}

/** What a field is, besides its rules. */
export interface FieldDescription {
  section: SectionId;
  kind: FieldKind;
  /** A message id. */
  label: string;
  /** A message id. */
  hint?: string;
  /** Whether the field may be left empty; it then says so. */
  optional?: true;
  choices?: Choices;
  /** Follows from other fields: no input asks for it, and no reviewer flags it. */
  derived?: true;
  /**
   * The fields whose change fills, shows, hides or outdates this one: their names in the same table, or full names.
   * Query mode opens what depends on a flagged field together with it.
   */
  dependsOn?: readonly string[];
  /** The field of the same table whose value is read in place of this one's, as a name is in place of an id. */
  readAs?: string;
  /** What the native date input offers. */
  picker?: (today: IsoDate) => Picker;
  size?: 's' | 'm' | 'l';
  autoComplete?: string;
  autoCapitalize?: 'words' | 'none';
  /** False for names, which no dictionary has. */
  spellCheck?: false;
  /** Neighbours with the same group stand side by side where there is room. */
  group?: 'identity' | 'switches' | 'fees';
}

/** A field of a form: what it is, and its rules. */
export type FieldRow = Field & FieldDescription;

/** A row as it is written down: its section is said once for all rows of it. */
export type SectionRow = Omit<FieldDescription, 'section'> & Partial<Field>;

/** The rows of one section of a form, in the order in which they are asked. */
export const inSection = <Rows extends Readonly<Record<string, SectionRow>>>(
  section: SectionId,
  rows: Rows,
): { [Name in keyof Rows]: Rows[Name] & { section: SectionId } } =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, section }])) as never;
