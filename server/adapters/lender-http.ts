/** A lender behind HTTP, as `openapi/lender.yaml` describes it. */
import { isDefiniteRefusal } from '../../domain/lending/lender-refusal.ts';
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
      return read ? { kind: 'servicing', ...read } : { kind: 'noResponse' };
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
  const isFinal = isDefiniteRefusal(status);
  return { kind: 'failed', message: messageOf(body, status), nothingBooked: isFinal, isFinal };
}

function messageOf(body: unknown, status: number): string {
  const { message, status_message } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const text = [message, status_message].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof text === 'string' ? storableText(text, 300) : `The lender answered with status ${status}.`;
}

const isText = (value: unknown) => typeof value === 'string';
const isCode = (value: unknown) => Number.isSafeInteger(value);

const members = {
  status: isText,
  statusCode: isCode,
  status_code: isCode,
  status_message: isText,
  url: isText,
} satisfies Record<keyof LenderResult, (value: unknown) => boolean>;

/** The lender's JSON as an answer, or undefined where it is none. Members that are not known are left out. */
function readLenderResult(body: unknown): LenderResult | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const result: Record<string, unknown> = {};
  for (const [name, isValid] of Object.entries(members)) {
    const value: unknown = Reflect.get(body, name);
    if (value === undefined) continue;
    if (value !== null && !isValid(value)) return undefined;
    result[name] = typeof value === 'string' ? storableText(value, 2000) : value;
  }
  return Object.values(result).some((value) => value !== null) ? result : undefined;
}

function submissionOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('submission' in body)) return undefined;
  const { submission } = body;
  return typeof submission === 'number' && Number.isSafeInteger(submission) && submission > 0
    ? submission
    : undefined;
}
