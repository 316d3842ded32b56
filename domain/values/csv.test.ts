import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('comma-separated values', () => {
  it('have one line for each row and quotes where a cell needs them', () => {
    expect(
      toCsv([
        ['Name', 'Status'],
        ['Raman, Meena', 'the "first"'],
        ['two\nlines', ''],
      ]),
    ).toBe('Name,Status\r\n"Raman, Meena","the ""first"""\r\n"two\nlines",\r\n');
  });

  it.each(['=HYPERLINK("http://evil.example")', '+91', '-1', '@SUM(A1)', '\t=1', ' =1', '|x', '%x', '\r=1'])(
    'keep a spreadsheet from calculating %j',
    (text) => {
      expect(toCsv([[text]])).toMatch(/^"?'/);
    },
  );

  it('leave names unchanged', () => {
    expect(toCsv([['செல்வி முருகன்', "O'Brien", 'a=b']])).toBe("செல்வி முருகன்,O'Brien,a=b\r\n");
  });
});
