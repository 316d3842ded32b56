/** Calls that the rules let through, so that what lies behind the checks is reached as well. */
import { enums } from '../../domain/enums.ts';
import { pushRequestOf } from '../../domain/push-request.ts';
import type { Loan } from '../../domain/wire.ts';
import type { OperationId } from '../../openapi/operations.ts';
import { application, person, school, student } from '../support/form-values.ts';
import type { Random } from './random.ts';
import { uuid } from './values.ts';

/** A loan that calls are about, with what earlier answers have told of it. */
export type KnownLoan = { id: string; token: string; saved?: Loan; version?: number };

type Call = { path?: Record<string, unknown>; header?: Record<string, string>; body?: unknown };

const randomStudent = (random: Random) =>
  student({
    id: uuid(random),
    annual_fee: 30_000 + random.whole(10_000),
    otherfees: random.whole(2500),
  });

const randomApplication = (random: Random) =>
  application(random.pick(['1234', '0002', '0003', '0004']), {
    'personal_details.gender': random.pick(enums.genders),
  });

/** By operation; the others take what their schemas say. */
export const validCalls: { [Id in OperationId]?: (loan: KnownLoan, random: Random) => Call } = {
  getInstitute: () => ({ path: { id: school.id } }),
  searchInstitutes: () => ({ path: { text: 'kaveri' } }),
  listCourses: () => ({ path: { id: school.id } }),
  listCourseOptions: () => ({ path: { id: school.id } }),
  listEmiOptions: () => ({ path: { id: school.course } }),
  listCities: () => ({ path: { state_id: 33 } }),
  listCitiesV2: () => ({ path: { id: 33 } }),
  getStateByName: () => ({ path: { name: 'kerala' } }),
  getPincode: () => ({ path: { pincode: '600004' } }),
  createLoan: () => ({ body: person }),
  createLoanByWiderName: () => ({ body: person }),
  saveStudents: (_, random) => ({
    body: {
      data: { 'el_details.institution_id': school.id, 'el_details.students': [randomStudent(random)] },
    },
  }),
  saveStudentV2: ({ id }, random) => ({ body: { loan_id: id, student: randomStudent(random) } }),
  saveApplication: (_, random) => ({ body: { data: randomApplication(random) } }),
  keepDraft: (_, random) => ({
    header: { 'If-Match': String(random.whole(3)) },
    body: { body: { student_name: 'K', fee: random.whole(9) } },
  }),
  requestReentry: ({ id }) => ({ path: { id } }),
  reenterLoan: ({ id }) => ({ path: { id }, body: { otp: '123456' } }),
  requestOtp: () => ({ body: { mobile: '9840022222' } }),
  signInCustomer: () => ({ body: { mobile: '9840022222', otp: '123456' } }),
  saveProfile: () => ({ body: { name: person.name, email: person.email } }),
  requestMobileChange: () => ({ body: { mobile: '9840033333' } }),
  searchApplications: () => ({ body: { page: 1, page_length: 20 } }),
  createOnLender: ({ saved }) => ({ path: { lender_id: 15 }, ...(saved && { body: pushRequestOf(saved) }) }),
  receiveLenderEvent: (_, random) => ({ path: { lender_id: 15 }, body: { reference: `15-${uuid(random)}` } }),
  actOnApplication: ({ id, version = 1 }) => ({
    path: { id },
    body: {
      version,
      raise: [{ field: 'personal_details.pan', reason: 'other', message: 'Which one?' }],
    },
  }),
  pushApplication: ({ id, version = 1 }) => ({ path: { id }, body: { version } }),
};
