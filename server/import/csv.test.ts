import fc from 'fast-check';
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
    const { records, faults } = readCsv('a"b,c\n"d"e,f\ng\n# no "\n"2, ""\r\n""",\r\ni\n"a" ,b\n"h\n');
    expect(records).toEqual([
      { line: 3, cells: ['g'] },
      { line: 5, cells: ['2, "\n"', ''] },
      { line: 7, cells: ['i'] },
    ]);
    expect([...faults].sort((a, b) => a.line - b.line)).toEqual([
      { line: 1, reason: 'a quote is neither around a cell nor doubled' },
      { line: 2, reason: 'a quote is neither around a cell nor doubled' },
      { line: 8, reason: 'a quote is neither around a cell nor doubled' },
      { line: 9, reason: 'a quote is opened and never closed' },
    ]);
  });

  it('reads back every table', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', '#') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 })), (table) => {
        const quoted = table.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','));
        expect(readCsv(quoted.join('\n')).faults).toEqual([]);
        expect(cells(quoted.join('\n'))).toEqual(table.filter((row) => row.some(Boolean)));
      }),
    );
  });

  it('reads 100,000 lines that are all wrong in seconds', () => {
    const began = performance.now();
    expect(readCsv('"a"b,"c\n'.repeat(100_000)).faults.length).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
