/** A contract as one OpenAPI document: its files put together, with every shape under `components`. */
import { isJson, type Json, valueAt } from '../contract/contract.ts';

/** @throws Error where two files give one name to different things */
export function bundleContract(documents: ReadonlyMap<string, Json>, file = 'openapi.yaml'): Json {
  const root = `https://contract.invalid/${file}`;
  const components: Record<'schemas' | 'responses', Json> = { schemas: {}, responses: {} };
  const origins = new Map<string, string>();

  const bundled = (value: unknown, base: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => bundled(one, base));
    if (!isJson(value)) return value;
    if (typeof value.$ref !== 'string') {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bundled(one, base)]));
    }
    const url = new URL(value.$ref, base);
    const [address = '', pointer = ''] = url.href.split('#');
    const target = valueAt(documents.get(address) ?? {}, decodeURIComponent(pointer), address);
    const name = decodeURIComponent(pointer).split('/').at(-1) ?? '';
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
