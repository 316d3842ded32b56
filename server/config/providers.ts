/**
 * What the environment says of the providers of the steps after an approval: `KYC_`, `MANDATE_` and `PAYMENTS_`, each
 * with `URL`, `KEY`, `TIMEOUT_MS` and `WEBHOOK_SECRETS`. One that is not configured leaves its step to nobody.
 */
import type { HttpConnection } from '../adapters/json-http.ts';
import { type ProviderName, providerNames } from '../adapters/provider.ts';
import { type Reading, readSecrets, sandboxWebhookSecret } from './lenders.ts';

export type ProvidersConfig = Partial<Record<ProviderName, HttpConnection>>;

/** HMAC keys, of those providers that may send events. */
export type ProviderSecrets = Partial<Record<ProviderName, readonly Buffer[]>>;

const variablesOf = (name: ProviderName) => {
  const prefix = name.toUpperCase();
  return {
    url: `${prefix}_URL`,
    key: `${prefix}_KEY`,
    timeout: `${prefix}_TIMEOUT_MS`,
    webhookSecrets: `${prefix}_WEBHOOK_SECRETS`,
  };
};

export const providerVariables = providerNames.flatMap((name) => Object.values(variablesOf(name)));

/** @returns the real providers that are configured */
export function readProvidersConfig({
  text,
  url,
  whole,
  faults,
}: Pick<Reading, 'text' | 'url' | 'whole' | 'faults'>): ProvidersConfig {
  const connections: ProvidersConfig = {};
  for (const name of providerNames) {
    const variables = variablesOf(name);
    const address = url(variables.url, ['https:', 'http:']);
    const key = text(variables.key);
    const timeoutMs = whole(variables.timeout, 10_000, [1, 600_000]);
    if (address && key) connections[name] = { url: address, key, timeoutMs };
    else if (address)
      faults.push(`${variables.key} is missing: ${variables.url} is set, and the provider asks for a key.`);
    else if (key && !text(variables.url))
      faults.push(`${variables.url} is missing: without it, ${variables.key} means nothing.`);
  }
  return connections;
}

/** @returns those of providers that are configured, and of the sandbox's providers */
export function readProviderSecrets({
  sandbox,
  providers,
  text,
  faults,
}: Pick<Reading, 'sandbox' | 'text' | 'faults'> & { providers: ProvidersConfig }): ProviderSecrets {
  const secrets: ProviderSecrets = {};
  for (const name of providerNames) {
    const read = readSecrets(variablesOf(name).webhookSecrets, { text, faults });
    if (read) secrets[name] = read;
    else if (sandbox && !providers[name]) secrets[name] = [sandboxWebhookSecret];
  }
  return secrets;
}
