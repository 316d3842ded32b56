/**
 * The common part of the adapters for the steps after a loan's approval: identity check, mandate, payments. A request
 * has our reference, stored before the first call, by which the provider recognizes a retry and can be asked. An
 * adapter never throws for a provider's failure: failures are the replies below.
 */
import type { z } from 'zod/mini';
import { isDefiniteRefusal, isFinalRefusal } from '../../domain/lending/lender-refusal.ts';
import { type HttpConnection, type HttpReply, jsonHttp } from './json-http.ts';

export const providerNames = ['kyc', 'mandate', 'payments'] as const;

export type ProviderName = (typeof providerNames)[number];

export const isProviderName = (name: string): name is ProviderName =>
  (providerNames as readonly string[]).includes(name);

/** The account that a lender is paid to. The id is the provider's. */
export type PayeeAccount = { id: string; holder: string };

/** The recipient of the money of an order or a mandate. */
export type Payee = { lenderId: number; account: PayeeAccount };

/** The reply of a call without effect. `isFinal` if the provider would refuse the same call again. */
export type ProviderFailed = { kind: 'failed'; isFinal: boolean };

/** The reply without a usable answer: the provider may have acted on the request or not. */
export type NoResponse = { kind: 'noResponse' };

/** The provider has nothing under the reference. */
export type NoRequest = { kind: 'none' };

export type ProviderReply<Reading> = Reading | NoRequest | ProviderFailed | NoResponse;

/** The calls of providers, as fault switches name them. */
export type ProviderCall =
  | `kyc.${'request' | 'regenerateToken' | 'read'}`
  | `mandate.${'request' | 'read' | 'cancel' | 'revoke'}`
  | `payments.${'createOrder' | 'readOrder' | 'refundPayment' | 'listDay'}`;

/** Returns the call of a provider whose answers all have one schema. */
export function providerCall<Schema extends z.ZodMiniType, Reading>(
  connection: HttpConnection,
  schema: Schema,
  read: (body: z.output<Schema>) => Reading,
) {
  const call = jsonHttp(connection);
  return async (path: string, signal: AbortSignal, body?: object): Promise<ProviderReply<Reading>> =>
    readingOf(await call(path, signal, body), schema, read);
}

/** Reads an answer by its schema. What has another form is no answer. */
export function readingOf<Schema extends z.ZodMiniType, Reading>(
  reply: HttpReply,
  schema: Schema,
  read: (body: z.output<Schema>) => Reading,
): ProviderReply<Reading> {
  if (reply.kind === 'unreached') return { kind: 'failed', isFinal: false };
  if (reply.kind === 'noResponse') return reply;
  if (reply.status === 404) return { kind: 'none' };
  if (reply.status !== 200)
    return isDefiniteRefusal(reply.status)
      ? { kind: 'failed', isFinal: isFinalRefusal(reply.status) }
      : { kind: 'noResponse' };
  const body = schema.safeParse(reply.body);
  return body.success ? read(body.data) : { kind: 'noResponse' };
}
