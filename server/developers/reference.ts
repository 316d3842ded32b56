/** The API reference as one page of HTML without scripts: every operation, its policy, and every shape. */
import type { Contract, Operation } from '../contract/contract.ts';
import { isJson, type Json } from './document.ts';

export const style = `
body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
p{max-width:42rem}
h2{margin-top:3rem;border-bottom:1px solid #c4c4cc}
h3{margin-top:2rem}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #e4e4ea}
nav ul{columns:16rem;padding-left:1.2rem}
.need{color:#8a1c1c}
:target{background:#fff6d6}
`;

/** Who calls, and by which headers. */
const callers: Record<Operation['caller'], string> = {
  key: 'A partner’s key: authorization, x-auth-type: API; or a customer’s access token: authorization: Bearer',
  loan: 'A partner’s key and the token of the loan: authorization, x-auth-type: API, x-loan-token; or the access token of the customer who owns it: authorization: Bearer',
  staff: 'A session of staff: the cookie, x-auth-type: STAFF',
  visitor: 'Anybody on the desk’s page: x-auth-type: STAFF',
  webhook: 'A lender or a provider that signs the body: webhook-id, webhook-timestamp, webhook-signature',
  customer: 'A customer’s access token: authorization: Bearer',
  anyone: 'Anybody',
};

/** @param document as `bundleContract` makes it */
export function referenceHtml(document: Json, { operations }: Contract, apiBase: string): string {
  const info = memberOf(document, 'info');
  const schemas = memberOf(memberOf(document, 'components'), 'schemas');
  const limits = Object.entries(memberOf(document, 'x-limits'));
  const tags = (document.tags as Json[]).filter(({ name }) => operations.some(({ tag }) => tag === name));
  const sections = tags.map(({ name, description }) => {
    const ofTag = operations.filter(({ tag }) => tag === name);
    return `<h2 id="tag-${text(name)}">${text(name)}</h2><p>${text(description)}</p>
${ofTag.map((operation) => operationHtml(operation, document, apiBase)).join('\n')}`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)} API reference</title>
<style>${style}</style>
<main>
<h1>${text(info.title)} API reference</h1>
<p>${text(info.summary)} The same as a document: <a href="${apiBase}/openapi.json">openapi.json</a>.</p>
${proseHtml(info.description)}
<nav aria-label="Operations">${tags
    .map(
      ({ name }) =>
        `<p><a href="#tag-${text(name)}">${text(name)}</a></p><ul>${operations
          .filter(({ tag }) => tag === name)
          .map(({ id }) => `<li><a href="#${id}">${id}</a></li>`)
          .join('')}</ul>`,
    )
    .join('')}</nav>
<h2 id="limits">Limits</h2>
<p>Points for a minute. Beyond them the answer is 429 with Retry-After.</p>
${table(
  ['Limit', 'For each', 'Points', ''],
  limits.map(([name, limit]) => {
    const { per, points, description } = limit as Json;
    return [code(name), text([per].flat().join(' and ')), text(points), text(description)];
  }),
)}
${sections.join('\n')}
<h2 id="shapes">Shapes</h2>
${Object.entries(schemas)
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([name, schema]) => `<h3 id="shape-${text(name)}">${text(name)}</h3>${schemaHtml(schema as Json)}`)
  .join('\n')}
</main>
</html>
`;
}

function operationHtml(
  { id, method, path, caller, policy }: Operation,
  document: Json,
  apiBase: string,
): string {
  const operation = memberOf(memberOf(memberOf(document, 'paths'), path), method);
  const parameters = ((operation.parameters ?? []) as Json[]).map((parameter) => [
    code(parameter.name) + (parameter.required ? need : ''),
    text(parameter.in),
    typeHtml(parameter.schema),
    text(parameter.description),
  ]);
  const replies = Object.entries(memberOf(operation, 'responses')).map(([status, reply]) => {
    const { $ref, description, content } = reply as Json;
    const shared = typeof $ref === 'string' ? memberAt(document, $ref) : undefined;
    const schema = jsonSchemaOf(content ?? shared?.content);
    return [code(status), text(description ?? shared?.description), schema ? schemaHtml(schema) : ''];
  });
  const body = jsonSchemaOf((operation.requestBody as Json | undefined)?.content);
  const costs = policy.costs.map(({ limit, points }) => `${points} of ${limit.name}`).join(', ');
  return `<h3 id="${id}">${id}</h3>
<p><code>${method.toUpperCase()} ${text(apiBase + path)}</code></p>
<p>${text(operation.summary)} ${text(operation.description)}</p>
<p>${callers[caller]}. Costs ${text(costs)}.</p>
${parameters.length > 0 ? table(['Parameter', 'In', 'Type', ''], parameters) : ''}
${body ? `<h4>Body</h4><p>At most ${policy.bodyBytes} bytes of application/json.</p>${schemaHtml(body)}` : ''}
<h4>Answers</h4>
${table(['Status', 'Meaning', 'Body'], replies)}`;
}

const need = ' <span class="need">required</span>';

/** A table of members, or the type in a word. */
function schemaHtml(schema: Json): string {
  const members = Object.entries(memberOf(schema, 'properties'));
  const description = schema.description ? `<p>${text(schema.description)}</p>` : '';
  if (members.length === 0) return `${description}<p>${typeHtml(schema)}</p>`;
  const required = (schema.required ?? []) as string[];
  return (
    description +
    table(
      ['Member', 'Type', ''],
      members.map(([name, member]) => [
        code(name) + (required.includes(name) ? need : ''),
        typeHtml(member),
        text((member as Json).description),
      ]),
    )
  );
}

function typeHtml(given: unknown): string {
  if (!isJson(given)) return '';
  const { $ref, enum: values, const: only, oneOf, items, properties, type, maxLength, maxItems } = given;
  if (typeof $ref === 'string') {
    const name = text($ref.split('/').at(-1));
    return `<a href="#shape-${name}">${name}</a>`;
  }
  if (Array.isArray(oneOf)) return oneOf.map(typeHtml).join(' or ');
  if ('const' in given) return code(JSON.stringify(only));
  if (Array.isArray(values)) return values.map((value) => code(JSON.stringify(value))).join(' | ');
  const most = maxLength ?? maxItems;
  const bound = most === undefined ? '' : `, at most ${text(most)}`;
  if (type === 'array') return `list of ${typeHtml(items)}${bound}`;
  if (isJson(properties)) return schemaHtml(given);
  return `${text([type].flat().join(' or '))}${bound}`;
}

const table = (heads: string[], rows: string[][]): string =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

const memberOf = (value: unknown, name: string): Json => {
  const member = isJson(value) ? value[name] : undefined;
  return isJson(member) ? member : {};
};

const memberAt = (document: Json, ref: string): Json =>
  ref
    .split('/')
    .slice(1)
    .reduce<Json>((at, step) => memberOf(at, step), document);

const jsonSchemaOf = (content: unknown): Json | undefined => {
  const { schema } = memberOf(content, 'application/json');
  return isJson(schema) ? schema : undefined;
};

const code = (value: unknown): string => `<code>${text(value)}</code>`;

/** Paragraphs of Markdown with code in backticks. */
const proseHtml = (value: unknown): string =>
  text(value)
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('\n');

const text = (value: unknown): string =>
  String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
