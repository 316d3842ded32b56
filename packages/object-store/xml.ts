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

const completion =
  /^\s*(?:<\?xml[^<>]*\?>\s*)?<CompleteMultipartUpload(?:\s+xmlns="[^"<]*")?\s*>(.*)<\/CompleteMultipartUpload>\s*$/s;

/**
 * Reads the body of CompleteMultipartUpload and no other XML (comments, custom entities). The patterns need a time that
 * grows linearly with the length of the text: none has a repetition that could begin at several places.
 * @throws S3Error MalformedXML
 */
export function readParts(text: string): RequestedPart[] {
  const parts = completion.exec(text)?.[1]?.split('</Part>') ?? [];
  const end = parts.pop();
  if (end?.trim() !== '' || parts.length === 0 || parts.length > 10_000) throw malformed();
  return parts.map(partOf);
}

const member = /<(PartNumber|ETag)>([^<]*)<\/\1>/g;

/** @param text a part without its end */
function partOf(text: string): RequestedPart {
  const members = [...text.matchAll(member)];
  const { PartNumber = '', ETag = '' } = Object.fromEntries(
    members.map(([, name, value = '']) => [name, value.replaceAll(/&quot;|&#34;/g, '"').trim()]),
  ) as Record<string, string>;
  const eTag = ETag.replace(/^"(.*)"$/, '$1');
  const isWhole = members.length === 2 && text.replaceAll(member, '').replaceAll(/\s/g, '') === '<Part>';
  if (!isWhole || !/^\d{1,5}$/.test(PartNumber) || eTag === '' || eTag.includes('&')) throw malformed();
  return { number: Number(PartNumber), eTag };
}

const malformed = () =>
  new S3Error('MalformedXML', 'The XML that you provided was not well-formed or is not of this call');
