/** The API reference as one page of HTML without scripts: every operation, its policy, and every shape. */
import { isJson, type Json, methods, valueAt } from '../contract/contract.ts';

export const style = `
:root{color-scheme:light dark;--ground:#f5f4f0;--surface:#fff;--sunken:#f0efea;--ink:#17262b;--soft:#4c5d63;--line:#d9d8d1;--accent:#0b5a5c;--mark:#e2efee;--need:#7d3b06}
@media(prefers-color-scheme:dark){:root{--ground:#0f1618;--surface:#182124;--sunken:#111a1c;--ink:#eaf0f0;--soft:#a9b7ba;--line:#2d393d;--accent:#6fcac2;--mark:#17363a;--need:#f6c48c}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);overflow-wrap:break-word}
h1,h2,h3,h4,p,ul{margin:0;padding:0}
h1{font-size:1.875rem;line-height:1.25}
h2{margin-top:2rem;font-size:1.5rem;line-height:1.25}
h3{font-size:1.125rem}
h4{font-size:.875rem}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
pre{overflow:auto;margin:.5rem 0}
code{padding:.1em .3em;border-radius:.25rem;background:var(--sunken);font:.875em ui-monospace,monospace}
.page{display:grid;gap:1.5rem;max-width:76rem;margin:auto;padding:2rem 1rem 3rem}
main,section{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
p{max-width:44rem}
section{padding:1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.address{max-width:none;overflow-wrap:anywhere;padding:.75rem 1rem;border-radius:.625rem;background:var(--sunken)}
.address b{color:var(--accent);font-size:.875rem}
.soft,th,nav summary::marker{color:var(--soft)}
.soft,table{font-size:.875rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.5rem 1rem .5rem 0;border-top:1px solid var(--line);text-align:start;vertical-align:top}
thead th{border:0;font-weight:600}
td table{margin-block:-.5rem}
nav summary,nav a{display:block;padding:.375rem 0;font-size:.875rem}
nav summary{display:list-item;font-weight:600;cursor:pointer}
nav ul{padding-inline-start:1.25rem;list-style:none}
nav{columns:9rem}
.need{color:var(--need)}
:target{border-radius:.25rem;background:var(--mark)}
@media(width>=64rem){.page{grid-template-columns:15rem minmax(0,1fr);column-gap:3rem}h1{grid-column:1/-1}nav{columns:auto;position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;overflow-wrap:anywhere}}
@media(width<40rem){section{padding:1rem}thead{position:absolute;clip-path:inset(50%)}tr,td{display:block}td{padding:.125rem 0;border:0;overflow-wrap:anywhere}tr{padding:.5rem 0;border-top:1px solid var(--line)}td:empty{display:none}td table tr:first-child{border-top:0}}
`;

/** `json` is the document's address, `base` begins its operations', `elsewhere` leads to the other reference, in HTML. */
type Reference = { document: Json; json: string; base: string; elsewhere: string };

type Shown = { id: string; method: string; address: string; tag: unknown; operation: Json };

/** The calls of a document, then its webhooks. */
const operationsIn = ({ document, base }: Reference): Shown[] =>
  ['paths', 'webhooks'].flatMap((kind) =>
    Object.entries(memberOf(document, kind)).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = memberOf(item, method);
        if (!('operationId' in operation)) return [];
        const [server] = listOf(operation, 'servers');
        const address = text(server?.url ?? base + path);
        return {
          id: text(operation.operationId),
          method,
          address,
          operation,
          tag: listOf(operation, 'tags')[0],
        };
      }),
    ),
  );

export function referenceHtml(reference: Reference): string {
  const { document, json, elsewhere } = reference;
  const info = memberOf(document, 'info');
  const schemas = memberOf(memberOf(document, 'components'), 'schemas');
  const operations = operationsIn(reference);
  const tags = listOf(document, 'tags').filter(({ name }) => operations.some(({ tag }) => tag === name));
  const sections = tags.map(({ name, description }) => {
    const ofTag = operations.filter(({ tag }) => tag === name);
    return `<h2 id="tag-${text(name)}">${text(name)}</h2><p class="soft">${prose(description)}</p>
${ofTag.map((one) => operationHtml(one, document)).join('\n')}`;
  });
  const limits = 'x-limits' in document ? 'Limits' : 'Rules';
  const rows = Object.entries({ ...memberOf(document, 'x-limits'), ...memberOf(document, 'x-rules') });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)} API reference</title>
<style>${style}</style>
<div class="page">
<h1>${text(info.title)} API reference</h1>
<nav aria-label="Operations">${tags
    .map(
      ({ name }) =>
        `<details><summary>${text(name)}</summary><ul><li><a href="#tag-${text(name)}">All of ${text(name)}</a></li>${operations
          .filter(({ tag }) => tag === name)
          .map(({ id }) => `<li><a href="#${id}">${id}</a></li>`)
          .join('')}</ul></details>`,
    )
    .join('')}<a href="#limits">${limits}</a><a href="#shapes">Shapes</a></nav>
<main>
<p>${text(info.summary)} The same as a document: <a href="${json}">${json.split('/').at(-1)}</a>. ${elsewhere}</p>
${proseHtml(info.description)}
<h2 id="limits">${limits}</h2>
<section>${table(
    ['Name', ''],
    rows.map(([name, given]) => {
      const { per, points, description = given } = given as Json;
      const most = points ? `${text(points)} points a minute for each ${[per].flat().join(' and ')}. ` : '';
      return [code(name), most + prose(description)];
    }),
  )}</section>
${sections.join('\n')}
<h2 id="shapes">Shapes</h2>
${Object.entries(schemas)
  .sort(([one], [other]) => one.localeCompare(other))
  .map(
    ([name, schema]) =>
      `<section><h3 id="shape-${text(name)}">${text(name)}</h3>${schemaHtml(schema as Json)}</section>`,
  )
  .join('\n')}
</main>
</div>
</html>
`;
}

function operationHtml({ id, method, address, operation }: Shown, document: Json): string {
  const parameters = listOf(operation, 'parameters').map((parameter) => [
    code(parameter.name) + (parameter.required ? need : ''),
    text(parameter.in),
    typeHtml(parameter.schema),
    prose(parameter.description),
  ]);
  const replies = Object.entries(memberOf(operation, 'responses')).map(([status, reply]) => {
    const { $ref, description, content } = reply as Json;
    const shared = typeof $ref === 'string' ? (valueAt(document, $ref.slice(1), $ref) as Json) : undefined;
    const given = content ?? shared?.content;
    const schema = jsonSchemaOf(given);
    const body = schema ? schemaHtml(schema) : '';
    return [code(status), prose(description ?? shared?.description), body + examplesHtml(given)];
  });
  const { content, description } = memberOf(operation, 'requestBody');
  const body = jsonSchemaOf(content);
  const { limits, body_bytes: bytes } = memberOf(operation, 'x-policy');
  const costs = Object.entries(limits ?? {}).map(([name, points]) => `${points} of ${name}`);
  return `<section><h3 id="${id}">${id}</h3>
<p class="address"><b>${method.toUpperCase()}</b> <code>${address}</code></p>
<p>${prose(operation.summary)} ${prose(operation.description)}</p>
<p class="soft">${callerHtml(operation, document)}${limits ? ` Costs ${costs.join(', ')}.` : ''}</p>
${parameters.length > 0 ? table(['Parameter', 'In', 'Type', ''], parameters) : ''}
${body ? `<h4>Body</h4><p>${bytes ? `At most ${text(bytes)} bytes of application/json.` : prose(description ?? 'application/json')}</p>${schemaHtml(body)}${examplesHtml(content)}` : ''}
<h4>Answers</h4>
${table(['Status', 'Meaning', 'Body'], replies)}</section>`;
}

/** The headers by which a caller is known. */
function callerHtml(operation: Json, document: Json): string {
  const schemes = memberOf(memberOf(document, 'components'), 'securitySchemes');
  const ways = listOf('security' in operation ? operation : document, 'security').map((way) =>
    Object.keys(way).map((scheme) => {
      const { name = 'authorization', description } = memberOf(schemes, scheme);
      return `${code(name)} ${prose(description)}`;
    }),
  );
  return ways.map((way) => way.join(' ')).join('<br>or ') || 'Anybody.';
}

/** The examples of a body, one by one. */
const examplesHtml = (content: unknown): string =>
  Object.entries(memberOf(memberOf(content, 'application/json'), 'examples'))
    .map(([name, example]) => {
      const body = JSON.stringify((example as Json).value, null, 2);
      return `<details><summary>Example: ${text(name)}</summary><pre>${text(body)}</pre></details>`;
    })
    .join('');

const need = ' <span class="need">required</span>';

/** A table of members, or the type in a word. */
function schemaHtml(schema: Json): string {
  const members = Object.entries(memberOf(schema, 'properties'));
  const description = schema.description ? `<p>${prose(schema.description)}</p>` : '';
  const parts = listOf(schema, 'allOf');
  if (parts.length > 0) return description + parts.map(schemaHtml).join('');
  if (members.length === 0) return `${description}<p>${typeHtml(schema)}</p>`;
  const required = (schema.required ?? []) as string[];
  return (
    description +
    table(
      ['Member', 'Type', ''],
      members.map(([name, member]) => [
        code(name) + (required.includes(name) ? need : ''),
        typeHtml(member),
        prose((member as Json).description),
      ]),
    )
  );
}

function typeHtml(given: unknown): string {
  if (!isJson(given)) return '';
  const { $ref, enum: values, const: only, oneOf, items, properties, type, maxLength, maxItems } = given;
  const { minimum, maximum } = given;
  if (typeof $ref === 'string') {
    const name = text($ref.split('/').at(-1));
    return `<a href="#shape-${name}">${name}</a>`;
  }
  if (Array.isArray(oneOf)) return oneOf.map(typeHtml).join(' or ');
  if ('const' in given) return code(JSON.stringify(only));
  if (Array.isArray(values)) return values.map((value) => code(JSON.stringify(value))).join(' | ');
  const most = maxLength ?? maxItems;
  const range = maximum === undefined ? '' : ` from ${text(minimum)} to ${text(maximum)}`;
  const bound = most === undefined ? range : `, at most ${text(most)}`;
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

const listOf = (value: unknown, name: string): Json[] => {
  const member = isJson(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as Json[]) : [];
};

const jsonSchemaOf = (content: unknown): Json | undefined => {
  const { schema } = memberOf(content, 'application/json');
  return isJson(schema) ? schema : undefined;
};

const code = (value: unknown): string => `<code>${text(value)}</code>`;

/** Text with code in backticks. */
const prose = (value: unknown): string => text(value).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** Paragraphs of Markdown. */
const proseHtml = (value: unknown): string =>
  prose(value)
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('\n');

const text = (value: unknown): string =>
  String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
