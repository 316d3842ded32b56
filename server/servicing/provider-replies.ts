/** Refuses the call that has asked a provider where the reply says nothing. */
import type { NoRequest, NoResponse, ProviderFailed, ProviderReply } from '../adapters/provider.ts';
import { Problem, refusal } from '../http/problem.ts';

export const providerFailed = (): Problem => new Problem(502, 'The provider has refused');

const noProviderResponse = (): Problem =>
  new Problem(504, 'The provider did not answer in time; the same call again is safe', undefined, {
    statusCode: 504,
  });

/** @throws Problem 502 where none is configured */
export function requireProvider<Provider>(provider: Provider | undefined): Provider {
  if (provider === undefined) throw refusal(502, 'refusal.noProvider', 'No provider is configured');
  return provider;
}

/** @throws Problem 502 where the provider has refused, 504 where it is not known what it did */
export function requireReading<Reading extends { kind: string }>(
  reply: ProviderReply<Reading>,
): Reading | NoRequest {
  if (isFailure(reply)) throw reply.kind === 'failed' ? providerFailed() : noProviderResponse();
  return reply;
}

/** Says whether the reply says nothing about the request. */
export const isFailure = (reply: { kind: string }): reply is ProviderFailed | NoResponse =>
  reply.kind === 'failed' || reply.kind === 'noResponse';
