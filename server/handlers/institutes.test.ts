import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { institutions } from '../db/schema/institutions.ts';
import type { Context } from '../api/handler.ts';
import { findApiKey } from '../partners/api-keys.ts';
import { seedInstitutions } from '../seed/seed.ts';
import { callHeaders, openTestServices, type TestServices } from '../testing/services.ts';
import { instituteHandlers } from './institutes.ts';

let services: TestServices;
let context: Context<'listCoursesPaged'>;

beforeAll(async () => {
  services = await openTestServices();
  await seedInstitutions(services.db);
  await services.db.insert(institutions).values([
    { id: 9001, name: '100% Marks_Academy', commercialType: 'STANDARD' },
    { id: 9002, name: '1000 Marks Academy', commercialType: 'STANDARD' },
    { id: 9003, name: 'Back\\slash Academy', commercialType: 'STANDARD' },
  ]);
  const key = await findApiKey(services.db, callHeaders().authorization ?? '', { sandbox: true });
  if (!key) throw new Error('The demo key is missing');
  context = {
    ...services,
    key,
    requestId: 'test',
    client: 'a',
    cookies: undefined,
    userAgent: undefined,
    hungUp: new AbortController().signal,
    answerHeaders: new Headers(),
  };
});
afterAll(() => services.close());

const base = { query: {}, header: undefined as never, body: undefined, mediaType: '' };
const search = async (text: string) => {
  const request = { ...base, query: undefined as never, path: { text } };
  return (await instituteHandlers.searchInstitutes(request, context)).map(({ name }) => name);
};
const institute = (id: number, cols?: string) =>
  instituteHandlers.getInstitute(
    { ...base, path: { id }, query: cols === undefined ? {} : { cols } },
    context,
  );
const coursesOf = (id: number, cols?: string) =>
  instituteHandlers.listCourses(
    { ...base, path: { id }, query: cols === undefined ? {} : { cols } },
    context,
  );
const optionsOf = (id: number) =>
  instituteHandlers.listEmiOptions({ ...base, query: undefined as never, path: { id } }, context);

describe('one institution', () => {
  it('answers every column, or those asked for', async () => {
    expect(await institute(204)).toEqual({
      id: 204,
      name: 'Silverpine Grove International School',
      prefferd_lenders: [15],
      commercial_type: 'HYBRID',
      subvention: '2.5',
      fee_validation: false,
      receipt_upload: false,
    });
    expect(await institute(205, 'receipt_upload')).toEqual({
      id: 205,
      name: 'Kaveritheeram Matriculation Higher Secondary School',
      receipt_upload: true,
    });
  });

  it('refuses a column that is not on the list', async () => {
    for (const cols of ['secret', 'id,', 'id;drop table loans', '']) {
      await expect(institute(204, cols)).rejects.toMatchObject({ status: 400 });
    }
  });

  it('answers 404 where there is none', async () => {
    for (const id of [0, -1, 999_999, 2 ** 40])
      await expect(institute(id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('searching by name', () => {
  it('finds parts of names in any case, those that begin so first', async () => {
    expect(await search('NEELA')).toEqual(['Neelamegha Trust School and College of Arts and Science']);
    const found = await search('college');
    expect(found.length).toBeGreaterThan(3);
    expect(await search('Marigold  lane ')).toEqual(['Marigold Lane Nursery and Primary School']);
    expect(await search('தென்முகில்')).toHaveLength(1);
    expect(await search('ज्ञानदीप')).toHaveLength(1);
    expect((await search('academy'))[0]).toBe('1000 Marks Academy');
  });

  it('takes wildcards as letters', async () => {
    expect(await search('100%')).toEqual(['100% Marks_Academy']);
    expect(await search('marks_')).toEqual(['100% Marks_Academy']);
    expect(await search('k\\s')).toEqual(['Back\\slash Academy']);
    expect(await search('%%%')).toEqual([]);
  });

  it('answers twenty at most, and wants more than two characters', async () => {
    await services.db.insert(institutions).values(
      Array.from({ length: 25 }, (_, n) => ({
        id: 9100 + n,
        name: `Zebra School ${n}`,
        commercialType: 'STANDARD' as const,
      })),
    );
    expect(await search('zeb')).toHaveLength(20);
    await expect(search('ze')).rejects.toMatchObject({ status: 400 });
    await expect(search(' z ')).rejects.toMatchObject({ status: 400 });
  });
});

describe('courses and EMI options', () => {
  it('answers the courses of an institution', async () => {
    const all = await coursesOf(208);
    expect(all.length).toBeGreaterThan(40);
    expect((await coursesOf(206, 'id,title,fee'))[0]).toEqual({
      id: 20601,
      title: 'Playgroup',
      fee: 16500,
    });
    expect(await coursesOf(9001)).toEqual([]);
    await expect(coursesOf(999_999)).rejects.toMatchObject({ status: 404 });
  });

  it('answers the courses of all institutions in pages, or of one', async () => {
    const paged = async (query: {
      institute_id?: number;
      cols?: string;
      page?: number;
      page_length?: number;
    }) => await instituteHandlers.listCoursesPaged({ ...base, path: undefined as never, query }, context);
    const [first, second] = [await paged({ page_length: 60 }), await paged({ page_length: 60, page: 2 })];
    expect(first).toHaveLength(60);
    const places = [...first, ...second].map(({ institution_id, id }) => [institution_id, id]);
    expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
    expect(new Set(places.map(([, id]) => id)).size).toBe(places.length);
    const all = await coursesOf(208);
    expect(await paged({ institute_id: 208 })).toEqual(all.map((row) => ({ ...row, institution_id: 208 })));
    expect((await paged({ institute_id: 206, cols: 'fee', page_length: 1 }))[0]).toEqual({
      id: 20601,
      title: 'Playgroup',
      institution_id: 206,
      fee: 16500,
    });
    expect(await paged({ page: 2_147_483_647 })).toEqual([]);
    for (const wrong of [{ page: 2_147_483_648 }, { page_length: 0 }, { cols: 'password' }])
      await expect(paged(wrong)).rejects.toMatchObject({ status: 400 });
    await expect(paged({ institute_id: 999_999 })).rejects.toMatchObject({ status: 404 });
  });

  it('answers the courses of an institution as options', async () => {
    const optionsFor = (id: number) =>
      instituteHandlers.listCourseOptions({ ...base, query: undefined as never, path: { id } }, context);
    expect((await optionsFor(206))[0]).toEqual({ value: 20601, label: 'Playgroup' });
    expect(await optionsFor(9001)).toEqual([]);
    await expect(optionsFor(999_999)).rejects.toMatchObject({ status: 404 });
  });

  it('answers the options of a course, the shortest first, those switched off too', async () => {
    const result = await optionsOf(20201);
    expect(result.map(({ emi_tenure }) => emi_tenure)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(result.filter(({ is_disabled }) => is_disabled).map(({ emi_tenure }) => emi_tenure)).toEqual([
      5, 8,
    ]);
    expect((await optionsOf(20401))[2]).toEqual({
      id: 2040109,
      emi_tenure: 9,
      parent_pf: '1.1',
      parent_pf_amount: 0,
      parent_interest: '0',
      advance_emi: 1,
      membership_fee: 0,
      subvention: '5',
      fibe_id: 4109,
      is_disabled: false,
    });
    await expect(optionsOf(3)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the seed', () => {
  it('has what the screens need to be shown', async () => {
    const rows = await services.db.select().from(institutions);
    const seeded = rows.filter(({ id }) => id < 9000);
    expect(seeded.length).toBeGreaterThanOrEqual(25);
    expect(seeded.find(({ id }) => id === 202)?.name).toBe('Others');
    expect(seeded.some((one) => one.commercialType === 'HYBRID' && one.subvention === '2.5')).toBe(true);
    expect(seeded.some(({ receiptUpload }) => receiptUpload)).toBe(true);
    expect(seeded.some(({ feeValidation }) => feeValidation)).toBe(true);
  });

  it('is loaded once', async () => {
    await services.db.update(institutions).set({ name: 'Renamed' });
    await seedInstitutions(services.db);
    const rows = await services.db.select({ name: institutions.name }).from(institutions);
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Renamed']));
  });
});
