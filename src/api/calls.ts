/** The calls of the app, by the contract's operations; what is sent at the end is in sending-calls.ts. */
import { limits } from '../../domain/limits.ts';
import type { ApplicationData, StudentsData } from '../../domain/wire.ts';
import type { paths } from '../../openapi/generated.ts';
import { type Client, within } from './client.ts';
import { outcomeOf } from './outcome.ts';
import type { DraftStep } from './types.ts';

export type NewLoan = paths['/v3/lender/loan/']['post']['requestBody']['content']['application/json'];

export type Calls = ReturnType<typeof openCalls>;

const columns = {
  institute: 'id,name,prefferd_lenders,commercial_type,subvention,fee_validation,receipt_upload',
  courses: 'id,title,fee,admission_fee,transport_fee,other_fee',
  cities: 'city_master.id,city_master.name',
} as const;

/** Each call resolves to an outcome and never rejects; its signal ends it early. */
export function openCalls(client: Client) {
  return {
    verifyEmail: (email: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/loans/verify-email/{email}', { params: { path: { email } }, signal: within(signal) }),
      ),

    /** @param idempotencyKey a UUID; a repeat with the same one answers the same loan */
    createLoan: (body: NewLoan, idempotencyKey: string, signal: AbortSignal) =>
      outcomeOf(
        client.POST('/v3/lender/loan/', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body,
          signal: within(signal),
        }),
      ),

    getLoan: (id: string, signal: AbortSignal) =>
      outcomeOf(client.GET('/v3/student/by-loan/{id}', { params: { path: { id } }, signal: within(signal) })),

    saveStudents: (id: string, data: StudentsData, signal: AbortSignal) =>
      outcomeOf(
        client.PUT('/v3/lender/loan/{id}', {
          params: { path: { id } },
          body: { data },
          signal: within(signal),
        }),
      ),

    saveApplication: (id: string, data: ApplicationData, signal: AbortSignal) =>
      outcomeOf(
        client.PUT('/loans/{id}', { params: { path: { id } }, body: { data }, signal: within(signal) }),
      ),

    searchInstitutes: (text: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/institute/by-name/{text}', { params: { path: { text } }, signal: within(signal) }),
      ),

    getInstitute: (id: number, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/institute/by-id/{id}', {
          params: { path: { id }, query: { cols: columns.institute } },
          signal: within(signal),
        }),
      ),

    listCourses: (id: number, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/institute/course/by-institute/{id}', {
          params: { path: { id }, query: { cols: columns.courses } },
          signal: within(signal),
        }),
      ),

    listEmiOptions: (id: number, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/institute/course-emi/by-course/{id}', {
          params: { path: { id } },
          signal: within(signal),
        }),
      ),

    listStates: (signal: AbortSignal) =>
      outcomeOf(
        client.GET('/masters/state_master', {
          params: { query: { page_length: limits.stateListPageLength, page: 1 } },
          signal: within(signal),
        }),
      ),

    listCities: (state_id: number, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/masters/city_master/{state_id}', {
          params: { path: { state_id }, query: { cols: columns.cities } },
          signal: within(signal),
        }),
      ),

    placeOf: (pincode: string, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/masters/pincode_master/{pincode}', {
          params: { path: { pincode } },
          signal: within(signal),
        }),
      ),

    listBanks: (signal: AbortSignal) =>
      outcomeOf(client.GET('/masters/bank_master', { signal: within(signal) })),

    readDraft: (id: string, step: DraftStep, signal: AbortSignal) =>
      outcomeOf(
        client.GET('/v3/loan-draft/{id}/{step}', { params: { path: { id, step } }, signal: within(signal) }),
      ),

    keepDraft: (
      id: string,
      step: DraftStep,
      version: number,
      body: Record<string, unknown>,
      signal: AbortSignal,
    ) =>
      outcomeOf(
        client.PUT('/v3/loan-draft/{id}/{step}', {
          params: { path: { id, step }, header: { 'If-Match': version } },
          body: { body: body as Record<string, never> },
          // A page that is being closed still gets it off, as long as a browser allows so much.
          keepalive: JSON.stringify(body).length < 20_000,
          signal: within(signal),
        }),
      ),
  };
}
