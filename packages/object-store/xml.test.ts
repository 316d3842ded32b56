import { describe, expect, it } from 'vitest';
import { readParts } from './xml.ts';

const document = (parts: string) => `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`;
const part = '<Part><PartNumber>1</PartNumber><ETag>"a"</ETag></Part>';

describe('the parts of CompleteMultipartUpload', () => {
  it('are read with spaces, a declaration, a namespace and entities', () => {
    const text = `\uFEFF
      <?xml version="1.0" encoding="UTF-8"?>
      <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <Part> <ETag>&quot;a&#34;</ETag> <PartNumber> 1 </PartNumber> </Part>
        <Part><PartNumber>2</PartNumber><ETag>b</ETag></Part>
      </CompleteMultipartUpload>
    `;
    expect(readParts(text)).toEqual([
      { number: 1, eTag: 'a' },
      { number: 2, eTag: 'b' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['no part', document('')],
    ['another root', `<Complete>${part}</Complete>`],
    ['an end that is missing', document(part).slice(0, -1)],
    ['something after the end', `${document(part)}x`],
    ['something before the root', `x${document(part)}`],
    ['text between the parts', document(`${part} x ${part}`)],
    ['a part without an end', document('<Part><PartNumber>1</PartNumber><ETag>a</ETag>')],
    ['a part in a part', document(`<Part>${part}</Part>`)],
    ['a part without a number', document('<Part><ETag>a</ETag></Part>')],
    ['a number that is none', document('<Part><PartNumber>1e1</PartNumber><ETag>a</ETag></Part>')],
    ['a member that occurs twice', document('<Part><ETag>a</ETag><ETag>a</ETag></Part>')],
    ['an unknown member', document('<Part><Size>1</Size></Part>')],
    ['a checksum', document(part.replace('</Part>', '<ChecksumCRC32>AAAAAA==</ChecksumCRC32></Part>'))],
    ['a member with another end', document('<Part><ETag>a</PartNumber></Part>')],
    ['an unknown entity', document('<Part><PartNumber>1</PartNumber><ETag>&x;</ETag></Part>')],
    ['a comment', document(`<!-- -->${part}`)],
    ['a document type', `<!DOCTYPE x>${document(part)}`],
  ])('are refused for %s', (_, text) => {
    expect(() => readParts(text)).toThrow('The XML that you provided was not well-formed');
  });

  const length = 65_536;
  const spaces = ' '.repeat(length);
  it.each([
    ['spaces alone', spaces],
    ['spaces before something else', `${spaces}x`],
    ['spaces in the declaration', `<?xml${spaces}`],
    ['question marks in the declaration', `<?xml${'?'.repeat(length)}`],
    ['spaces in the root', `<CompleteMultipartUpload${spaces}x`],
    ['spaces before the parts', `<CompleteMultipartUpload>${spaces}x`],
    ['spaces between the parts', `<CompleteMultipartUpload>${part}${spaces}x`],
    ['spaces in a part', `<CompleteMultipartUpload><Part>${spaces}x`],
    ['spaces after the end', `${document(part)}${spaces}x`],
    ['many ends', `<CompleteMultipartUpload>${'</CompleteMultipartUpload> '.repeat(length / 26)}`],
    ['many parts', document(part.repeat(length / part.length))],
    ['many parts without an end', document('<Part>'.repeat(length / 6))],
    ['a long member', document(`<Part><ETag>${'"'.repeat(length)}`)],
    ['the long name of a member', document(`<Part><ETag${'A'.repeat(length)}`)],
    ['many entities', document(`<Part><ETag>${'&amp;'.repeat(length / 5)}</ETag></Part>`)],
    ['entities without an end', document(`<Part><ETag>${'&'.repeat(length)}</ETag></Part>`)],
  ])('are read or refused in time that grows with the length of %s', (_, text) => {
    const before = process.cpuUsage();
    try {
      readParts(text);
    } catch {
      // Most are malformed.
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(250);
  });
});
