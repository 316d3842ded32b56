import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

const cells = (text: string) => readCsv(text).records.map((record) => record.cells);

describe('readCsv', () => {
  it('reads cells, quotes, empty cells, both line ends and a byte order mark', () => {
    expect(cells('\uFEFFa,b\r\n1,"2, ""two"""\n,\n"x\ny",z')).toEqual([
      ['a', 'b'],
      ['1', '2, "two"'],
      ['x\ny', 'z'],
    ]);
  });

  it('leaves out empty lines and comments and keeps counting', () => {
    const { records } = readCsv('# what this is\n\na\n# more\nb\n');
    expect(records).toEqual([
      { line: 3, cells: ['a'] },
      { line: 5, cells: ['b'] },
    ]);
  });

  it('reports what is wrong and reads on', () => {
    const { records, faults } = readCsv('a"b,c\n"d"e,f\ng\n"h');
    expect(records).toEqual([{ line: 3, cells: ['g'] }]);
    expect(faults).toEqual([
      { line: 1, reason: 'a quote is in a cell that does not begin with one' },
      { line: 2, reason: 'there is text behind a closing quote' },
      { line: 4, reason: 'a quote is opened and never closed' },
    ]);
  });
});
