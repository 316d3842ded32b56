/** The little XML that S3 speaks. */
import { S3Error } from './errors.ts';
import type { NamedPart } from './uploads.ts';

/** Members in their order; a list is its member repeated. */
export type Xml = { [name: string]: string | number | boolean | Xml | Xml[] | undefined };

/** @returns a document; members that are undefined are left out */
export const writeXml = (root: string, members: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner(members)}</${root}>`;

/** S3's errors have no namespace. */
export const writeError = (members: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner(members)}</Error>`;

function inner(members: Xml): string {
  return Object.entries(members)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((one) => {
        const content = typeof one === 'object' ? inner(one) : escaped(String(one));
        return `<${name}>${content}</${name}>`;
      }),
    )
    .join('');
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/**
 * Reads the body of CompleteMultipartUpload; nothing else, so that there is no room for what XML can do beside.
 * @throws S3Error MalformedXML
 */
export function readParts(text: string): NamedPart[] {
  const body =
    /^\uFEFF?\s*(?:<\?xml[^<>]*\?>)?\s*<CompleteMultipartUpload(?:\s+xmlns="[^"<]*")?\s*>(.*)<\/CompleteMultipartUpload>\s*$/s.exec(
      text,
    )?.[1];
  if (body === undefined) throw malformed();
  const parts: NamedPart[] = [];
  let at = body.trimStart();
  while (at !== '') {
    const part = /^<Part>(.*?)<\/Part>\s*/s.exec(at);
    if (!part) throw malformed();
    parts.push(readPart(part[1] ?? ''));
    at = at.slice(part[0].length);
  }
  if (parts.length === 0 || parts.length > 10_000) throw malformed();
  return parts;
}

function readPart(text: string): NamedPart {
  const members = new Map<string, string>();
  let at = text.trimStart();
  while (at !== '') {
    const member = /^<(PartNumber|ETag|Checksum[A-Z0-9]+)>([^<]*)<\/\1>\s*/.exec(at);
    const [whole = '', name = '', value = ''] = member ?? [];
    if (!member || members.has(name)) throw malformed();
    members.set(name, unescaped(value.trim()));
    at = at.slice(whole.length);
  }
  const number = members.get('PartNumber') ?? '';
  const eTag = members.get('ETag')?.replace(/^"(.*)"$/, '$1');
  if (!/^\d{1,5}$/.test(number) || !eTag) throw malformed();
  const checksums = [...members].flatMap(([name, value]) =>
    name.startsWith('Checksum')
      ? [[`x-amz-${name.replace('Checksum', 'checksum-').toLowerCase()}`, value]]
      : [],
  );
  return { number: Number(number), eTag, checksums: Object.fromEntries(checksums) as Record<string, string> };
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
};

function unescaped(text: string): string {
  return text.replace(/&[^;]*;?/g, (entity) => {
    const character = entities[entity];
    if (character === undefined) throw malformed();
    return character;
  });
}

const malformed = () =>
  new S3Error('MalformedXML', 'The XML that you provided was not well-formed or is not of this call');
