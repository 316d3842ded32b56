/** A contract as one OpenAPI document: its files put together, with every shape under `components`. */
import { isJson, type Json, methods, valueAt } from '../contract/contract.ts';

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

/** Leaves the named operations in a document, with the shapes and the limits that they use. */
export function documentWith(document: Json, ids: ReadonlySet<string>): Json {
  const paths = Object.fromEntries(
    Object.entries(document.paths as Record<string, Json>).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).filter(
          ([name, one]) =>
            !methods.some((method) => method === name) || ids.has(String((one as Json).operationId)),
        ),
      ),
    ]),
  );
  const all = document.components as Record<string, Json>;
  const used = new Set<string>();
  const limits = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isJson(value)) return;
    const { $ref, limits: costs } = value;
    if (isJson(costs)) for (const name of Object.keys(costs)) limits.add(name);
    if (typeof $ref === 'string' && !used.has($ref)) {
      used.add($ref);
      visit(valueAt(document, $ref.slice(1), $ref));
    }
    for (const one of Object.values(value)) visit(one);
  };
  visit(paths);
  const only = (given: unknown, kept: (name: string) => boolean): Json =>
    Object.fromEntries(Object.entries(given as Json).filter(([name]) => kept(name)));
  const schemas = only(all.schemas, (name) => used.has(`#/components/schemas/${name}`));
  const costs = only(document['x-limits'], (name) => limits.has(name));
  return { ...document, paths, components: { ...all, schemas }, 'x-limits': costs };
}
