/** A lender behind HTTP, as `openapi/lender.yaml` describes it. */
import { z } from 'zod/mini';
import { isDefiniteRefusal, isFinalRefusal } from '../../domain/lending/lender-refusal.ts';
import type { LenderResult } from '../../domain/values/wire.ts';
import { httpDayList } from './day-list.ts';
import { type HttpReply, type HttpResponse, jsonHttp, storableText } from './json-http.ts';
import type {
  Failed,
  Lender,
  LenderConnection,
  LookupReply,
  Reply,
  NoResponse,
  ServicingReply,
  Submission,
} from './lender.ts';
import { customerStepsOnWire, readLenderSteps } from './lender-servicing.ts';

export function httpLender(connection: LenderConnection): Lender {
  const call = jsonHttp(connection);

  const lookUp = async (path: string, signal: AbortSignal): Promise<LookupReply> => {
    const response = await call(path, signal);
    if (response.kind !== 'response') return withoutResponse(response);
    if (response.status === 404) return { kind: 'none' };
    const submission = submissionOf(response.body);
    if (response.status === 202 && submission) return { kind: 'processing', submission };
    if (response.status !== 200) return refusal(response);
    const result = readLenderResult(response.body);
    return result && submission ? { kind: 'answered', submission, result } : { kind: 'noResponse' };
  };

  return {
    timeoutMs: connection.timeoutMs,

    async push(submission: Submission, signal): Promise<Reply> {
      const { reference, submission: number, request: fields } = submission;
      const response = await call('loans', signal, { reference, submission: number, ...fields });
      if (response.kind !== 'response') return withoutResponse(response);
      if (response.status !== 200) return refusal(response);
      const result = readLenderResult(response.body);
      return result ? { kind: 'answered', result } : { kind: 'noResponse' };
    },

    find: (reference, signal) => lookUp(`loans/${encodeURIComponent(reference)}`, signal),

    refresh: ({ reference, documents }, signal) =>
      lookUp(`loans/${encodeURIComponent(reference)}?documents=${documents.join(',')}`, signal),

    async exchangeServicing(reference, steps, signal): Promise<ServicingReply> {
      const path = `loans/${encodeURIComponent(reference)}/servicing`;
      const response = await call(path, signal, customerStepsOnWire(steps), 'PUT');
      if (response.kind !== 'response') return withoutResponse(response);
      if (response.status === 404) return { kind: 'none' };
      if (response.status !== 200) return refusal(response);
      const read = readLenderSteps(response.body);
      return read ? { kind: 'servicing', ...read } : { kind: 'unreadable' };
    },

    listDay: httpDayList(call),
  };
}

const withoutResponse = ({ kind }: Exclude<HttpReply, HttpResponse>): Failed | NoResponse =>
  kind === 'unreached'
    ? { kind: 'failed', message: 'The lender cannot be reached.', nothingBooked: true }
    : { kind };

function refusal({ status, body }: HttpResponse): Failed | NoResponse {
  if (status === 504) return { kind: 'noResponse' };
  return {
    ...{ kind: 'failed', message: messageOf(body, status) },
    ...{ nothingBooked: isDefiniteRefusal(status), isFinal: isFinalRefusal(status) },
  };
}

function messageOf(body: unknown, status: number): string {
  const { message, status_message } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const text = [message, status_message].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof text === 'string' ? storableText(text, 300) : `The lender answered with status ${status}.`;
}

const text = z.exactOptional(
  z.nullable(
    z.pipe(
      z.string(),
      z.transform((value: string) => storableText(value, 2000)),
    ),
  ),
);
const code = z.exactOptional(z.nullable(z.int()));

/** A lender's answer. Members that are not known are left out, and one that says nothing is none. */
const resultSchema = z
  .object({ status: text, statusCode: code, status_code: code, status_message: text, url: text })
  .check(z.refine((result) => Object.values(result).some((value) => value !== null)));

const readLenderResult = (body: unknown): LenderResult | undefined => resultSchema.safeParse(body).data;

const submissionSchema = z.object({ submission: z.int().check(z.positive()) });

const submissionOf = (body: unknown): number | undefined => submissionSchema.safeParse(body).data?.submission;
