/** The contract as one OpenAPI document: its files put together, with every shape under `components`. */
import type { Contract } from '../contract/contract.ts';

export type Json = { [name: string]: unknown };

const root = 'https://contract.invalid/openapi.yaml';

/** @throws Error where two files give one name to different things */
export function bundleContract({ documents }: Pick<Contract, 'documents'>): Json {
  const components: Record<'schemas' | 'responses', Json> = { schemas: {}, responses: {} };
  const origins = new Map<string, string>();

  const resolve = (ref: string, base: string) => {
    const url = new URL(ref, base);
    const steps = decodeURIComponent(url.hash.slice(1)).split('/').slice(1);
    const value = steps.reduce<unknown>(
      (at, step) => (isJson(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      documents.get(url.href.replace(/#.*/, '')),
    );
    return { url, name: steps.at(-1) ?? '', value };
  };

  const bundled = (value: unknown, base: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => bundled(one, base));
    if (!isJson(value)) return value;
    if (typeof value.$ref !== 'string') {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bundled(one, base)]));
    }
    const { url, name, value: target } = resolve(value.$ref, base);
    if (url.pathname.startsWith('/paths/')) return bundled(target, url.href);
    const kind = url.pathname.endsWith('/responses.yaml') ? 'responses' : 'schemas';
    const known = origins.get(`${kind} ${name}`);
    if (known !== undefined && known !== url.href) throw new Error(`${known} and ${url.href} have one name`);
    if (known === undefined) {
      origins.set(`${kind} ${name}`, url.href);
      components[kind][name] = bundled(target, url.href);
    }
    return { $ref: `#/components/${kind}/${name}` };
  };

  const document = bundled(documents.get(root), root) as Json;
  return { ...document, components: { ...(document.components as Json), ...components } };
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
