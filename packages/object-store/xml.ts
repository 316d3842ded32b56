/** The little XML that S3 speaks. */
import { S3Error } from './errors.ts';
import type { RequestedPart } from './uploads.ts';

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
 * Reads the body of CompleteMultipartUpload and no other XML (comments, custom entities). A pattern is tried once at
 * each place, and a text that it matches is not read again, so the time grows linearly with the length.
 * @throws S3Error MalformedXML
 */
export function readParts(text: string): RequestedPart[] {
  const take = createScanner(text);
  const need = (pattern: RegExp) => {
    const found = take(pattern);
    if (!found) throw malformed();
    return found;
  };
  take(/\s+/y);
  take(/<\?xml[^<>]*\?>\s*/y);
  need(/<CompleteMultipartUpload(?:\s+xmlns="[^"<]*")?\s*>\s*/y);
  const parts: RequestedPart[] = [];
  while (take(/<Part>\s*/y)) {
    const members = new Map<string, string>();
    while (!take(/<\/Part>\s*/y)) {
      const [, name = '', value = ''] = need(/<(PartNumber|ETag)>([^<]*)<\/\1>\s*/y);
      if (members.has(name)) throw malformed();
      members.set(name, unescaped(value.trim()));
    }
    parts.push(partOf(members));
  }
  need(/<\/CompleteMultipartUpload>\s*$/y);
  if (parts.length === 0 || parts.length > 10_000) throw malformed();
  return parts;
}

/** @returns a function that moves past the match of a sticky pattern at the present place, and returns the match */
function createScanner(text: string): (pattern: RegExp) => RegExpExecArray | null {
  let place = 0;
  return (pattern) => {
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    place += found?.[0].length ?? 0;
    return found;
  };
}

function partOf(members: ReadonlyMap<string, string>): RequestedPart {
  const number = members.get('PartNumber') ?? '';
  const eTag = members.get('ETag')?.replace(/^"(.*)"$/, '$1');
  if (!/^\d{1,5}$/.test(number) || !eTag) throw malformed();
  return { number: Number(number), eTag };
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
