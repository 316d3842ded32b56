/**
 * A row of the catalogue of fields. It has everything about a field: its input, its rules, its label, how its value is
 * displayed, and whether a reviewer can flag it.
 */
import type { Field } from '../../values/check.ts';
import type { IsoDate, DatePickerRange } from '../../values/dates.ts';
import type { SectionId } from './sections.ts';

/** The kind of a field's input and displayed value; a component of `src/form/catalogue-fields.tsx` renders it. */
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
  | 'choice'
  | 'switch'
  /** An option of a long list on the server; the step that shows the field provides the component. */
  | 'search'
  /** A state or a district by its English name, displayed in the reader's language; or another place as it was typed. */
  | 'place'
  /** The EMI tenure, chosen among the tenure cards; displayed in months. */
  | 'tenure'
  | 'document';

/** A short list of options. The codes are displayed if there are no `labels`. */
export interface Choices {
  codes: readonly string[] | ((today: IsoDate) => readonly string[]);
  /** The id of the message that has the label of each {code}. */
  labels?: string;
  /** The arguments of that message where it needs more than the {code}. */
  labelValues?: (code: string) => Record<string, string>;
}

/** Shown at a field that is left with a doubtful value; it never refuses. */
export interface FieldWarning {
  /** @param typed the input's text */
  when: (typed: string) => boolean;
  /** A message id. */
  message: string;
  /** Its arguments. */
  values?: (typed: string) => Record<string, string>;
}

/** The attributes of a field apart from its rules. */
export interface FieldDescription {
  section: SectionId;
  kind: FieldKind;
  /** A message id. */
  label: string;
  /** A message id. */
  hint?: string;
  /** The id of the message that says which {characters} `clean` has just stripped; without it, none is shown. */
  strippedMessage?: string;
  warning?: FieldWarning;
  /** Set for a field that may be left empty; its label says so. */
  optional?: true;
  choices?: Choices;
  /** Set for a field that follows from others: it has no input, and no reviewer flags it. */
  derived?: true;
  /**
   * The fields whose change fills, shows, hides or outdates this one: their names in the same table, or full names.
   * Query mode opens what depends on a flagged field together with it.
   */
  dependsOn?: readonly string[];
  /** Set where a change answers no query about the fields that it depends on: a plan is no answer about a fee. */
  isConsequence?: true;
  /** The field of the same table whose value is displayed for this one, such as a name for an id. */
  displayedField?: string;
  /** The range that the native date input offers. */
  picker?: (today: IsoDate) => DatePickerRange;
  size?: 's' | 'm' | 'l';
  autoComplete?: string;
  autoCapitalize?: 'words' | 'none';
  /** False for names, which dictionaries do not have. */
  spellCheck?: false;
  /** Neighbours with the same group are shown side by side where there is room. */
  group?: 'identity' | 'year' | 'admission' | 'transport';
}

/** A field of a form: its description and its rules. */
export type FieldRow = Field & FieldDescription;

/** A row without its section, which `inSection` adds. */
export type SectionRow = Omit<FieldDescription, 'section'> & Partial<Field>;

/** Returns the rows of one section of a form, in the order in which they are asked. */
export const inSection = <Rows extends Readonly<Record<string, SectionRow>>>(
  section: SectionId,
  rows: Rows,
): { [Name in keyof Rows]: Rows[Name] & { section: SectionId } } =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, section }])) as never;
