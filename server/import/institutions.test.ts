import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courses, emiOptions, institutions } from '../db/schema/institutions.ts';
import { openTestServices, type TestServices } from '../testing/services.ts';
import { importInstitutions } from './institutions.ts';
import { importColumns } from './rows.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.delete(institutions);
});

const good: Record<string, string> = {
  institution_id: '1',
  institution_name: 'School',
  prefferd_lenders: '15 11',
  commercial_type: 'HYBRID',
  institution_subvention: '2.5',
  fee_validation: 'true',
  receipt_upload: 'false',
  course_id: '10',
  course_title: 'Class I',
  fee: '30000',
  admission_fee: '',
  transport_fee: '0',
  other_fee: '9999999999',
  tenure_id: '100',
  emi_tenure: '6',
  parent_pf: '1.1',
  parent_pf_amount: '',
  parent_interest: '0',
  advance_emi: '1',
  membership_fee: '99',
  option_subvention: '',
  fibe_id: '',
  is_disabled: 'FALSE',
};
const row = (change: Record<string, string> = {}) =>
  importColumns
    .map((column) => `"${({ ...good, ...change }[column] ?? '').replaceAll('"', '""')}"`)
    .join(',');
const file = (...rows: string[]) => [importColumns.join(','), ...rows].join('\r\n');
const load = (...rows: string[]) => importInstitutions(services.db, file(...rows));
const counts = async () => [
  (await services.db.select().from(institutions)).length,
  (await services.db.select().from(courses)).length,
  (await services.db.select().from(emiOptions)).length,
];

it('an import empties the cache of institutions', async () => {
  const { institutions: cache, db } = services;
  await load(row());
  expect((await cache.find(1))?.row.name).toBe('School');
  await db.update(institutions).set({ name: 'Unannounced' });
  expect((await cache.find(1))?.row.name).toBe('School');
  await load(row({ institution_name: 'Renamed', course_title: 'Class II' }));
  expect(await cache.find(1)).toMatchObject({
    row: { name: 'Renamed' },
    courseTitles: new Map([[10, 'Class II']]),
  });
});

describe('good rows', () => {
  it('load an institution with its courses and options', async () => {
    const report = await load(
      row(),
      row({ tenure_id: '101', emi_tenure: '9' }),
      row({ course_id: '11', course_title: 'Class II', tenure_id: '' }),
      row({ institution_id: '2', institution_name: 'அ, "ஆ"', course_id: '', tenure_id: '' }),
    );
    expect(report).toEqual({ institutions: 2, courses: 2, options: 2, refused: [] });
    expect(await services.db.select().from(emiOptions)).toMatchObject([
      { id: 100, courseId: 10, emiTenure: 6, parentPf: '1.1', fibeId: null, isDisabled: false },
      { id: 101 },
    ]);
    expect(await services.db.select().from(courses)).toMatchObject([{ otherFee: 9_999_999_999 }, { id: 11 }]);
    expect(await services.db.select().from(institutions)).toMatchObject([
      { prefferdLenders: [15, 11], subvention: '2.5', feeValidation: true },
      { name: 'அ, "ஆ"' },
    ]);
  });

  it('change existing rows and leave the rest', async () => {
    await load(row(), row({ tenure_id: '101' }));
    await load(row({ institution_name: 'School, renamed', is_disabled: 'true' }));
    expect(await counts()).toEqual([1, 1, 2]);
    expect(await services.db.select().from(institutions)).toMatchObject([{ name: 'School, renamed' }]);
  });
});

describe('bad rows', () => {
  it.each([
    [{ institution_id: 'x' }, 'institution_id is not a whole number'],
    [{ institution_id: '2147483648' }, 'institution_id is not from 1 to 2147483647'],
    [{ institution_name: ' ' }, 'institution_name is empty'],
    [{ institution_name: 'a'.repeat(301) }, 'institution_name is longer than 300 characters'],
    [{ commercial_type: 'hybrid' }, 'commercial_type is not HYBRID or STANDARD'],
    [
      { institution_subvention: '101' },
      'institution_subvention is not a percentage from 0 to 100, such as 2.5',
    ],
    [{ prefferd_lenders: '15,11' }, 'prefferd_lenders is not a list such as 11 15'],
    [{ fee: '1.5' }, 'fee is not a whole number'],
    [{ fee: '-1', emi_tenure: '11' }, 'fee is not a whole number; emi_tenure is not from 3 to 10'],
    [{ advance_emi: '7' }, 'advance_emi is more than emi_tenure'],
    [{ is_disabled: 'maybe' }, 'is_disabled is not true or false'],
    [{ course_id: '' }, 'tenure_id is in a row without a course'],
  ])('are refused for %o', async (change, reason) => {
    const report = await load(row({ institution_id: '5', course_id: '50', tenure_id: '500' }), row(change));
    expect(report.refused).toEqual([{ line: 3, reason }]);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('are reported with their line, also after cells with line breaks', async () => {
    const report = await load(row({ course_title: 'Two\r\nlines' }), row({ tenure_id: '101', fee: 'x' }));
    expect(report.refused).toEqual([{ line: 4, reason: 'fee is not a whole number' }]);
    const broken = await load('1,2', `${row()}x`, row({ tenure_id: '102' }), '"never closed');
    expect(broken.refused).toEqual([
      { line: 2, reason: 'has 2 cells, the header has 23' },
      { line: 3, reason: 'a quote is neither around a cell nor doubled' },
      { line: 5, reason: 'a quote is opened and never closed' },
    ]);
  });

  it('are refused where they contradict other rows', async () => {
    const report = await load(
      row(),
      row({ institution_name: 'Another', tenure_id: '101' }),
      row({ course_title: 'Another', tenure_id: '102' }),
      row({ emi_tenure: '7' }),
      row({ institution_id: '2', tenure_id: '103' }),
    );
    expect(report.refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '3 differs from an earlier row about institution 1',
      '4 differs from an earlier row about course 10',
      '5 tenure_id 100 is used in line 2',
      '6 course 10 belongs to institution 1',
    ]);
  });

  it('are refused where they contradict the database', async () => {
    await load(row());
    const other = { institution_id: '2', institution_name: 'Second' };
    const report = await load(
      row({ ...other, tenure_id: '' }),
      row({ ...other, tenure_id: '200' }),
      row({ ...other, course_id: '20' }),
    );
    expect(report.refused).toEqual([
      { line: 2, reason: 'course 10 belongs to institution 1' },
      { line: 3, reason: 'its course 10 was refused' },
      { line: 4, reason: 'tenure_id 100 belongs to course 10' },
    ]);
    expect(await services.db.select().from(courses)).toMatchObject([
      { id: 10, institutionId: 1 },
      { id: 20 },
    ]);
  });

  it('include the whole file where the header is wrong', async () => {
    const report = await importInstitutions(services.db, 'id,name\n1,School\n');
    expect(report.refused[0]?.reason).toContain('the header has no institution_id');
    expect((await importInstitutions(services.db, '')).refused).toEqual([
      { line: 1, reason: 'the file has no header' },
    ]);
  });
});
