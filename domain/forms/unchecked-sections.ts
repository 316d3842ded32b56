/** The sections of Applicant Details with answers of an earlier application that are still to be checked. */
import { applicantFromDraft, type ApplicantTable } from './applicant.ts';
import { type Body, carriedIn } from './carried-answers.ts';
import { shownFields } from './hidden-fields.ts';

/**
 * Returns the ids of the sections still to be checked. A section without a shown field is neither checked nor sent.
 * @param body of the step's draft; null if there is no draft
 */
export function uncheckedSections(form: ApplicantTable, body: Body | null): string[] {
  const { unchecked = [] } = carriedIn(body) ?? {};
  const values = unchecked.length > 0 && applicantFromDraft(form, body);
  if (!values) return [];
  const shown = shownFields(form, values).map((name) => form.fields[name]?.section);
  return unchecked.filter((section) => shown.some((other) => other === section));
}
