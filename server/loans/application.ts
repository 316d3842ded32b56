/** Writing the applicant's details and submitting the application: all of it or nothing. */
import { fieldAccess, type Lock, lockOf, refusedChanges } from '../../domain/loan/access.ts';
import { changesBetween } from '../../domain/forms/changes.ts';
import { checkWire, type Issue, type ValidationContext, type Wire } from '../../domain/values/check.ts';
import { todayInIndia, wholeYears } from '../../domain/values/dates.ts';
import { addressProofField, needsAddressProof } from '../../domain/loan/documents.ts';
import { draftedSteps } from '../../domain/pages/steps.ts';
import { withoutHidden } from '../../domain/forms/hidden-fields.ts';
import type { ApplicationData, Loan, Student } from '../../domain/values/wire.ts';
import {
  currentLegalVersions,
  declarationVersion,
  isLegalVersion,
  type LegalDocument,
  legalDocuments,
} from '../../domain/pages/legal.ts';
import type { Database } from '../db/open.ts';
import { shapeError, wordsChanged, refusal } from '../http/problem.ts';
import { acceptedContents, type ContentsByType } from './document-contents.ts';
import { resetLenderLoans } from './lease.ts';
import type { LoanRow } from './tokens.ts';
import { agreementOf, type InstitutionTerms, isSameAgreement } from './agreement.ts';
import { applicationFormOf, emptyFields, savedFields, sectionsOf, sentFields } from './fields.ts';
import { findEmiOption } from './plan.ts';
import { matchAnswers, queryRowsOf, storeAnswers } from './queries.ts';
import { loanOnWire, readLoan } from './read.ts';
import { refuseIssues, refuseLocked, refuseServerFields } from './refusals.ts';
import { changeLoan, deleteDrafts, type LoanChanges, loanClosed, lockLoan, statusAfter } from './row.ts';
import { appendSubmission, snapshotFields, submissionsOf } from './submissions.ts';
import { updateFee, writeStudents } from './students.ts';

const tenureRequired = 'applicant.error.emiTenure.required';

/**
 * Checks the whole application and submits it. A body is the whole form; in query mode it is a part that answers
 * every open query, and the rest is what is saved.
 * @param now decides what today is, and is stored as the time of consent
 * @returns undefined where the institution's terms have changed the fee since it was saved: the new fee is stored and
 *   nothing is submitted, because the applicant has not seen it
 * @throws Problem 400, 409 or 422; the caller's transaction is then rolled back
 */
export async function writeApplication(
  tx: Database,
  loanId: string,
  data: ApplicationData,
  now: Date,
): Promise<Loan | undefined> {
  const before = await lockLoan(tx, loanId, now);
  const loan = await readLoan(tx, before);
  const lock = lockOf(loan);
  if (lock.mode === 'locked') throw loanClosed(before.status);
  if (await updateFee(tx, before, lock, now)) return undefined;
  const submitted: Submitted = { before, loan, lock, data, now };
  const earlier = await submissionsOf(tx, loanId);
  const checked = await checkApplication(tx, submitted, earlier.at(-1));
  if (checked.isRepeat) {
    await deleteDrafts(tx, loanId, ['applicant']);
    return readLoan(tx, before);
  }
  return storeApplication(tx, submitted, checked, earlier);
}

type Submitted = { before: LoanRow; loan: Loan; lock: Lock; data: ApplicationData; now: Date };

type Submission = Awaited<ReturnType<typeof submissionsOf>>[number];

type Checked = Awaited<ReturnType<typeof checkApplication>>;

/** Holds what is sent against the rules; of the loan, only the students are written. @throws Problem */
async function checkApplication(
  tx: Database,
  { before, loan, lock, data, now }: Submitted,
  last: Submission | undefined,
) {
  const versions = agreedVersions(data, lock);
  const status = statusAfter(before.status, {
    type: lock.mode === 'queried' ? 'queries.answered' : 'application.submitted',
  });
  const form = applicationFormOf(loan);
  const sentApplicant = sentFields(form, data);
  const context: ValidationContext = { today: todayInIndia(now), applicantMobile: before.mobile };
  refuseServerFields(data, {
    status: before.status,
    test: before.test,
    'personal_details.email': before.email,
    'personal_details.mobile': before.mobile,
    'loan_details.type': loan.loan_details.type,
  });

  const refused = refusedChanges(lock, changedIn(sentApplicant, savedFields(loan)));
  const sent = await writeSentStudents(tx, before, lock, context, data, {
    saved: loan.el_details.students,
    agreedTerms: last?.agreed.plan?.institution,
    refused,
  });
  const row: LoanRow = { ...before, ...sent.changes };
  const courseId = neededCourse(row, sent.students);
  refuseServerFields(data, {
    'el_details.order_value': row.orderValue,
    'el_details.course_id': courseId,
    'loan_details.applied_amount': row.orderValue,
    'loan_details.disbursed_amount': loan.loan_details.disbursed_amount,
  });

  const record = { students: sent.students, receiptUpload: loan.el_details.receipt_upload };
  const saved = savedFields(loanOnWire(tx, { row, ...record, queries: loan.queries }));
  const option = await chosenOption(tx, courseId, data, saved);
  const asSent = withMonths(sentApplicant, option);
  const fields = withoutHidden(form, {
    ...(lock.mode === 'queried' ? saved : emptyFields),
    ...asSent,
  });
  const documents = await acceptedContents(tx, before.id);
  const filled = { ...row, ...sectionsOf(fields) };
  const snapshot = snapshotFields(loanOnWire(tx, { row: filled, ...record, queries: [] }), documents);
  const open = lock.mode === 'queried' ? await openRowsOf(tx, before.id) : [];
  const { answers, issues } = matchAnswers(open, data.query_answers, { snapshot, last: last?.fields });
  const isOpen = (name: string) => fieldAccess(lock, name) !== 'locked';
  refuseIssues([
    ...checkWire(form, fields, context, isOpen),
    ...missingAddressProof(loan, { fields, documents }).filter(({ field }) => isOpen(field)),
    ...tenureIssues(option, fields).filter(({ field }) => isOpen(field)),
    ...issues,
  ]);

  const language = data.declaration_language ?? row.language;
  const agreed = await agreementOf(tx, filled, { lock, versions, language, former: last?.agreed ?? null });
  // The same submission again, whose answer got lost.
  const isRepeat =
    lock.mode === 'open' &&
    before.status === 'submitted' &&
    last?.supplement === false &&
    changesBetween(last.fields, snapshot).length === 0 &&
    isSameAgreement(last.agreed, agreed);
  return { status, versions, sent, row, fields, documents, snapshot, answers, agreed, isRepeat };
}

async function storeApplication(
  tx: Database,
  { loan, lock, data, now }: Submitted,
  { status, versions, sent, row, fields, documents, snapshot, answers, agreed }: Checked,
  earlier: Submission[],
): Promise<Loan> {
  const since = String(fields['employment_details.employed_since']);
  const experience = wholeYears(since, todayInIndia(now));
  refuseServerFields(data, { 'employment_details.employment_experience': experience });
  const after = await changeLoan(
    tx,
    row,
    {
      ...sent.changes,
      ...sectionsOf({
        ...withPermanentAddress(fields),
        'employment_details.employment_experience': experience,
        'loan_details.applied_amount': row.orderValue,
        'loan_details.disbursed_amount': loan.loan_details.disbursed_amount,
      }),
      status,
      customerConsentAt: now,
      submittedAt: now,
    },
    now,
  );
  await resetLenderLoans(tx, row.id);
  await appendSubmission(tx, row.id, earlier, { fields: snapshot, documents, agreed, versions, now });
  await storeAnswers(tx, row.id, answers, now);
  await deleteDrafts(tx, row.id, lock.mode === 'queried' ? [...draftedSteps, 'answers'] : ['applicant']);
  return readLoan(tx, after);
}

/** @returns the course that all students take @throws Problem 400 if the loan has no students */
function neededCourse({ courseId }: LoanRow, students: readonly Student[]): number {
  if (students.length > 0 && courseId !== null) return courseId;
  throw refusal(400, 'refusal.studentNeeded', 'There is no student yet', [
    shapeError('el_details.students', 'has none'),
  ]);
}

const openRowsOf = async (tx: Database, loanId: string) =>
  (await queryRowsOf(tx, loanId)).filter(({ state }) => state === 'raised');

const changedIn = (sent: Wire, saved: Wire): string[] =>
  Object.keys(sent).filter((name) => sent[name] !== saved[name]);

/** The students' part of the body, which query mode sends along; what is absent or the same changes nothing. */
async function writeSentStudents(
  tx: Database,
  before: LoanRow,
  lock: Lock,
  context: ValidationContext,
  data: ApplicationData,
  known: {
    saved: Student[];
    /** The institution's terms of the former submission. */
    agreedTerms: InstitutionTerms | undefined;
    /** The fields that the lock refuses in the rest of the body. */
    refused: readonly string[];
  },
): Promise<{ changes: LoanChanges; students: Student[] }> {
  const { saved, agreedTerms, refused } = known;
  const institutionId = data['el_details.institution_id'];
  const students = data['el_details.students'] ?? [];
  const isSame = institutionId === undefined || institutionId === before.institutionId;
  if (isSame && students.length === 0) {
    refuseLocked(refused);
    return { changes: {}, students: saved };
  }

  const written = await writeStudents(tx, before, lock, context, {
    institutionId,
    students,
    deleted: [],
    refused,
    agreedTerms,
  });
  await deleteDrafts(tx, before.id, ['students']);
  return { changes: written.changes, students: written.rows };
}

type Option = Awaited<ReturnType<typeof findEmiOption>>;

/** The option that the body or, where it names none, the loan has chosen. */
const chosenOption = (tx: Database, courseId: number, data: ApplicationData, saved: Wire): Promise<Option> =>
  findEmiOption(
    tx,
    courseId,
    data['loan_details.emi_tenure_id'] ?? Number(saved['loan_details.emi_tenure_id']),
  );

/** The months follow from the tenure's id; where the body has both, they must agree. */
const withMonths = (sent: Wire, option: Option): Wire =>
  option && sent['loan_details.emi_tenure_id'] === option.id
    ? { 'loan_details.emi_tenure': option.emiTenure, ...sent }
    : sent;

/** A tenure must be offered, enabled, for the first student's course. */
function tenureIssues(option: Option, fields: Wire): Issue[] {
  if (!option) return [{ field: 'loan_details.emi_tenure_id', code: tenureRequired }];
  if (option.emiTenure === fields['loan_details.emi_tenure']) return [];
  return [{ field: 'loan_details.emi_tenure', code: tenureRequired }];
}

/** Section 5: in the consumer app a current address that is not Aadhaar's is proved before Submit (decision 81). */
function missingAddressProof(
  loan: Loan,
  { fields, documents }: { fields: Wire; documents: ContentsByType },
): Issue[] {
  const same_as_aadhaar = fields['personal_details.same_as_aadhaar'] === 1 ? 1 : 0;
  const isNeeded = needsAddressProof({ ...loan, personal_details: { same_as_aadhaar } });
  return isNeeded && !documents.current_address_proof
    ? [{ field: addressProofField, code: 'consumer.error.addressProof.required' }]
    : [];
}

/** The residence is the permanent address where Aadhaar has the same one (section 5). */
function withPermanentAddress(fields: Wire): Wire {
  if (fields['personal_details.same_as_aadhaar'] !== 1) return fields;
  const residence = 'personal_details.address.residence.';
  const copied = Object.entries(fields)
    .filter(([name]) => name.startsWith(residence))
    .map(([name, value]) => [`personal_details.address.permanent.${name.slice(residence.length)}`, value]);
  return { ...fields, ...Object.fromEntries(copied) };
}

/**
 * Checks the versions of the terms and of the privacy policy that an applicant agrees to (decision 56).
 * @returns the versions for the submission's entry in the timeline. A body that names none means the current ones; in
 *   query mode it means that the former consent holds, and nothing is recorded.
 * @throws Problem 400 for a version that was never published, and for a declaration in other words than today's
 */
function agreedVersions(
  data: ApplicationData,
  { mode }: Lock,
): Partial<Record<`${LegalDocument}_version`, string>> {
  const unknown = legalDocuments.filter((document) => {
    const version = data[`${document}_version`];
    return version !== undefined && !isLegalVersion(document, version);
  });
  if (unknown.length > 0)
    throw refusal(
      400,
      'refusal.wordsChanged',
      'There is no such version',
      unknown.map((document) => shapeError(`${document}_version`, 'was never published')),
    );
  if ((data.declaration_version ?? declarationVersion) !== declarationVersion)
    throw wordsChanged('declaration_version', declarationVersion);
  const meant = legalDocuments.flatMap((document) => {
    const version =
      data[`${document}_version`] ?? (mode === 'queried' ? undefined : currentLegalVersions[document]);
    return version === undefined ? [] : [[`${document}_version`, version]];
  });
  return Object.fromEntries(meant);
}
