/** The API reference as one page of HTML without scripts: first steps, operations in folded groups, errors, shapes. */
import { isJson, type Json, methods } from '../contract/contract.ts';

const logo = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#0b5a5c"/><path d="M7 23h6v-5.5h6V12h6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="25" cy="8" r="2.4" fill="#ffc37a"/></svg>`;

export const style = `
:root{color-scheme:light dark;--ground:#f5f4f0;--surface:#fff;--sunken:#f0efea;--ink:#17262b;--soft:#4c5d63;--line:#d9d8d1;--accent:#0b5a5c;--mark:#e2efee;--need:#7d3b06}
@media(prefers-color-scheme:dark){:root{--ground:#0f1618;--surface:#182124;--sunken:#111a1c;--ink:#eaf0f0;--soft:#a9b7ba;--line:#2d393d;--accent:#6fcac2;--mark:#17363a;--need:#f6c48c}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);overflow-wrap:break-word}
h1,h2,h3,h4,p,pre{margin:0;padding:0}
h1{font-size:1.875rem;line-height:1.25}
h2{margin-top:2rem;font-size:1.5rem;line-height:1.25}
h3{font-size:1.125rem}
h4{font-size:.875rem}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
code{padding:.1em .3em;border-radius:.25rem;background:var(--sunken);font:.875em ui-monospace,monospace}
.page{display:grid;gap:1.5rem;max-width:76rem;margin:auto;padding:2rem 1rem 3rem}
main,section{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
p{max-width:44rem}
section{padding:1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.address{max-width:none;overflow-wrap:anywhere;padding:.75rem 1rem;border-radius:.625rem;background:var(--sunken)}
.address b{color:var(--accent);font-size:.875rem}
.soft,th,summary::marker{color:var(--soft)}
.soft,table{font-size:.875rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.5rem 1rem .5rem 0;border-top:1px solid var(--line);text-align:start;vertical-align:top}
thead th{border:0;font-weight:600}
td table{margin-block:-.5rem}
nav{columns:9rem}
nav a{display:block;padding:.375rem 0;font-size:.875rem}
nav a[href^="#tag-"]{display:none;padding-inline-start:1rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;max-width:76rem;margin:auto;padding:1rem 1rem 0}
header svg{width:2rem}
header b{margin-inline:-.75rem auto}
ol{display:grid;gap:1.5rem;margin:0;padding-inline-start:1.25rem}
li>*+*{margin-top:.5rem}
pre{padding:.75rem 1rem;border-radius:.625rem;background:var(--sunken);font:.8125rem/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
summary{cursor:pointer}
summary>b{font-size:1.125rem}
.group{padding:1rem 1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
.group>section{margin-top:1.5rem;padding:1.5rem 0 0;border-width:1px 0 0;border-radius:0}
.need{color:var(--need)}
:target{border-radius:.25rem;background:var(--mark)}
@media(width>=64rem){.page{grid-template-columns:15rem minmax(0,1fr);column-gap:3rem}nav{columns:auto;position:sticky;top:2rem;align-self:start}nav a[href^="#tag-"]{display:block}}
@media(width<40rem){section,.group{padding:1rem}thead{position:absolute;clip-path:inset(50%)}tr,td{display:block}td{padding:.125rem 0;border:0;overflow-wrap:anywhere}tr{padding:.5rem 0;border-top:1px solid var(--line)}td:empty{display:none}td table tr:first-child{border-top:0}}
`;

/** `json` is the document's address, `base` begins its operations', `examples` are of their bodies by operation. */
export type Reference = {
  document: Json;
  json: string;
  base: string;
  examples: Json;
  /** Takes the place of `{site}` and `{key}` in the first steps. */
  site: string;
  key: string;
};

type Shown = { id: string; method: string; address: string; tag: unknown; operation: Json };

const references = [
  ['/developers', 'Partners'],
  ['/developers/lenders', 'Lenders'],
] as const;

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
  const { document, json } = reference;
  const info = memberOf(document, 'info');
  const operations = operationsIn(reference);
  const groups = listOf(document, 'tags')
    .map((tag) => ({
      id: `tag-${text(tag.name)}`,
      title: text(tag['x-displayName'] ?? tag.name),
      description: prose(tag.description),
      operations: operations.filter((one) => one.tag === tag.name),
    }))
    .filter((group) => group.operations.length > 0);
  const parts = [
    ['start', 'Start here', startHtml(reference)],
    ['operations', 'Operations', groups.map((group) => groupHtml(group, reference)).join('\n')],
    ['errors', 'Errors', errorsHtml(document, operations)],
    ['limits', 'x-limits' in document ? 'Limits' : 'Rules', rulesHtml(document)],
    ['shapes', 'Shapes', shapesHtml(document)],
  ].filter(([, , html]) => html);
  const links = references.map(([page, name]) => `<a href="${page}">${name}</a>`);
  const items = parts.flatMap(([id, title]) => [
    `<a href="#${id}">${title}</a>`,
    ...(id === 'operations' ? groups.map((group) => `<a href="#${group.id}">${group.title}</a>`) : []),
  ]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)} API reference</title>
<style>${style}</style>
<header>${logo}<b>${text(info.title)} API</b>${links.join('')}<a href="${json}">${json.split('/').at(-1)}</a></header>
<div class="page">
<nav aria-label="Contents">${items.join('')}</nav>
<main>
<h1>${text(info.title)} API reference</h1>
<p>${text(info.summary)}</p>
${'x-start' in document ? '' : proseHtml(info.description)}
${parts
  .map(
    ([id, title, html]) =>
      `<h2 id="${id}">${title}</h2>${html}${id === 'start' ? proseHtml(info.description) : ''}`,
  )
  .join('\n')}
</main>
</div>
</html>
`;
}

/** The first steps, `x-start` of the document. */
const startHtml = ({ document, examples, site, key }: Reference): string => {
  const filled = (value: unknown) =>
    String(value ?? '')
      .replaceAll('{site}', site)
      .replaceAll('{key}', key);
  const steps = listOf(document, 'x-start').map(
    ({ title, description, code: lines, answer }) =>
      `<li><h3>${text(title)}</h3>${proseHtml(filled(description))}${
        lines ? `<pre>${text(filled(lines))}</pre>` : ''
      }${answer ? `<p class="soft">The answer:</p>${jsonHtml(memberOf(examples, text(answer)).answer)}` : ''}</li>`,
  );
  return steps.length > 0 ? `<section><ol>${steps.join('')}</ol></section>` : '';
};

type Group = { id: string; title: string; description: string; operations: Shown[] };

const groupHtml = ({ id, title, description, operations }: Group, reference: Reference): string =>
  `<details class="group" id="${id}"><summary><b>${title}</b> <span class="soft">${description}</span></summary>
${operations.map((one) => operationHtml(one, reference)).join('\n')}</details>`;

const rulesHtml = (document: Json): string => {
  const rows = Object.entries({ ...memberOf(document, 'x-limits'), ...memberOf(document, 'x-rules') });
  const cells = rows.map(([name, given]) => {
    const { per, points, description = given } = given as Json;
    const most = points ? `${text(points)} points a minute for each ${[per].flat().join(' and ')}. ` : '';
    return [code(name), most + prose(description)];
  });
  return `<section>${table(['Name', ''], cells)}</section>`;
};

const shapesHtml = (document: Json): string => {
  const shapes = Object.entries(memberOf(memberOf(document, 'components'), 'schemas')).sort(
    ([one], [other]) => one.localeCompare(other),
  );
  const sections = shapes.map(
    ([name, schema]) =>
      `<section><h3 id="shape-${text(name)}">${text(name)}</h3>${schemaHtml(schema as Json)}</section>`,
  );
  return `<details class="group"><summary><b>All ${shapes.length}</b></summary>${sections.join('\n')}</details>`;
};

/** The statuses of an operation whose answer it shares with others, with the names of these answers. */
const sharedErrorsOf = ({ operation }: Shown): [string, string][] =>
  Object.entries(memberOf(operation, 'responses')).flatMap(([status, reply]) => {
    const { $ref } = reply as Json;
    return typeof $ref === 'string' ? [[status, text($ref.split('/').at(-1))]] : [];
  });

const errorsHtml = (document: Json, operations: Shown[]): string => {
  const shared = new Map(operations.flatMap(sharedErrorsOf).map(([status, name]) => [name, status]));
  const responses = memberOf(memberOf(document, 'components'), 'responses');
  const rows = [...shared]
    .sort(([, one], [, other]) => Number(one) - Number(other))
    .map(([name, status]) => {
      const { description, content } = memberOf(responses, name);
      return [
        `<code id="error-${name}">${status}</code>`,
        prose(description),
        typeHtml(jsonSchemaOf(content)),
      ];
    });
  return rows.length > 0 ? `<section>${table(['Status', 'Meaning', 'Body'], rows)}</section>` : '';
};

function operationHtml(shown: Shown, { document, examples }: Reference): string {
  const { id, method, address, operation } = shown;
  const parameters = listOf(operation, 'parameters').map((parameter) => [
    code(parameter.name) + (parameter.required ? need : ''),
    text(parameter.in),
    typeHtml(parameter.schema),
    prose(parameter.description),
  ]);
  const example = memberOf(examples, id);
  const replies = Object.entries(memberOf(operation, 'responses')).flatMap(([status, reply]) => {
    const { $ref, description, content } = reply as Json;
    if ($ref) return [];
    const schema = jsonSchemaOf(content);
    const recorded = status === '200' ? exampleHtml('', example.answer) : '';
    const body = (schema ? schemaHtml(schema) : '') + examplesHtml(content) + recorded;
    return [[code(status), prose(description), body]];
  });
  const errors = sharedErrorsOf(shown).map(([status, name]) => `<a href="#error-${name}">${status}</a>`);
  const { content, description } = memberOf(operation, 'requestBody');
  const body = jsonSchemaOf(content);
  const { limits, body_bytes: bytes } = memberOf(operation, 'x-policy');
  const costs = Object.entries(limits ?? {}).map(([name, points]) => `${points} of ${name}`);
  return `<section><h3 id="${id}">${id}</h3>
<p class="address"><b>${method.toUpperCase()}</b> <code>${address}</code></p>
<p>${prose(operation.summary)} ${prose(operation.description)}</p>
<p class="soft">${callerHtml(operation, document)}${limits ? ` Costs ${costs.join(', ')}.` : ''}</p>
${parameters.length > 0 ? table(['Parameter', 'In', 'Type', ''], parameters) : ''}
${body ? `<h4>Body</h4><p>${bytes ? `At most ${text(bytes)} bytes of application/json.` : prose(description ?? 'application/json')}</p>${schemaHtml(body)}${examplesHtml(content)}${exampleHtml('', example.body)}` : ''}
<h4>Answers</h4>
${table(['Status', 'Meaning', 'Body'], replies)}${errors.length > 0 ? `<p class="soft">Errors: ${errors.join(', ')}.</p>` : ''}</section>`;
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
    .map(([name, example]) => exampleHtml(`: ${text(name)}`, (example as Json).value))
    .join('');

const exampleHtml = (name: string, value: unknown): string =>
  value === undefined ? '' : `<details><summary>Example${name}</summary>${jsonHtml(value)}</details>`;

const jsonHtml = (value: unknown): string => `<pre>${text(JSON.stringify(value, null, 2))}</pre>`;

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

/** Text with code in backticks, and links. */
const prose = (value: unknown): string =>
  text(value)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\((\/[^)]+)\)/g, '<a href="$2">$1</a>');

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
