/** Institutions, their courses, and the EMI options of a course. */
import { asc, eq, sql } from 'drizzle-orm';
import { toLatinDigits } from '../../domain/values/clean.ts';
import { limits } from '../../domain/values/limits.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { courses, emiOptions, institutions } from '../db/schema/institutions.ts';
import type { Handlers } from '../api/handler.ts';
import { isRowId } from '../loans/ids.ts';
import { emiOptionOnWire } from '../loans/plan.ts';
import { notFound, wrongShape } from '../http/problem.ts';
import { pick, readColumns } from './columns.ts';
import { normalizeName, readPage } from './list-parameters.ts';

const institutionColumns = [
  'id',
  'name',
  'prefferd_lenders',
  'commercial_type',
  'subvention',
  'fee_validation',
  'receipt_upload',
] as const;
const courseColumns = ['id', 'title', 'fee', 'admission_fee', 'transport_fee', 'other_fee'] as const;
const pagedCourseColumns = [...courseColumns, 'institution_id'] as const;

const mostFound = 20;
/** Courses of one page. */
const longestPage = 100;

export const instituteHandlers = {
  async getInstitute({ path: { id }, query }, { institutions: cache }) {
    const columns = readColumns(query.cols, institutionColumns, ['id', 'name']);
    const found = isRowId(id) ? await cache.find(id) : undefined;
    if (!found) throw notFound('There is no such institution');
    const whole = onWire(found.row);
    return { ...pick(whole, columns), id: whole.id, name: whole.name };
  },

  async searchInstitutes({ path: { text } }, { db }) {
    const wanted = normalizeName(toLatinDigits(text));
    if ([...wanted].length <= limits.searchAfterCharacters) {
      throw wrongShape('text', `must have more than ${limits.searchAfterCharacters} characters`);
    }
    const literal = wanted.replace(/[\\%_]/g, '\\$&');
    const name = sql`lower(${institutions.name})`;
    const found = await db
      .select()
      .from(institutions)
      .where(sql`${name} like ${`%${literal}%`}`)
      .orderBy(
        sql`case when ${name} like ${`${literal}%`} then 0 when ${name} like ${`% ${literal}%`} then 1 else 2 end`,
        name,
        asc(institutions.id),
      )
      .limit(mostFound);
    return found.map((row) => onWire(row));
  },

  async listCourses({ path: { id }, query }, { db }) {
    const columns = readColumns(query.cols, courseColumns, ['id', 'title']);
    const rows = await coursesOf(db, id);
    return rows.map((row) => ({ ...pick(onWire(row), columns), id: row.id, title: row.title }));
  },

  async listCoursesPaged({ query }, { db }) {
    const columns = readColumns(query.cols, pagedCourseColumns, ['id', 'title', 'institution_id']);
    const { offset, limit } = readPage(query, longestPage);
    const { institute_id: institutionId } = query;
    if (institutionId !== undefined) await requireInstitution(db, institutionId);
    const rows = await db
      .select()
      .from(courses)
      .where(institutionId === undefined ? undefined : eq(courses.institutionId, institutionId))
      .orderBy(asc(courses.institutionId), asc(courses.id))
      .limit(limit)
      .offset(offset);
    return rows.map((row) => ({
      ...pick(onWire(row), columns),
      ...{ id: row.id, title: row.title, institution_id: row.institutionId },
    }));
  },

  async listCourseOptions({ path: { id } }, { db }) {
    const rows = await coursesOf(db, id);
    return rows.map((row) => ({ value: row.id, label: row.title }));
  },

  async listEmiOptions({ path: { id } }, { db }) {
    if (!isRowId(id) || (await db.$count(courses, eq(courses.id, id))) === 0)
      throw notFound('There is no such course');
    const rows = await db
      .select()
      .from(emiOptions)
      .where(eq(emiOptions.courseId, id))
      .orderBy(asc(emiOptions.emiTenure), asc(emiOptions.id));
    return rows.map(emiOptionOnWire);
  },
} satisfies Partial<Handlers>;

/** @throws Problem 404 */
async function requireInstitution(db: Database, id: number): Promise<void> {
  if (!isRowId(id) || (await db.$count(institutions, eq(institutions.id, id))) === 0)
    throw notFound('There is no such institution');
}

/** The courses of an institution, by id. @throws Problem 404 for an unknown institution */
async function coursesOf(db: Database, institutionId: number): Promise<(typeof courses.$inferSelect)[]> {
  await requireInstitution(db, institutionId);
  return db.select().from(courses).where(eq(courses.institutionId, institutionId)).orderBy(asc(courses.id));
}
