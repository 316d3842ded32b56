/**
 * Institutions in memory, so that a call need not read one. They change by imports alone, which empty the cache; terms
 * that are some seconds old do no harm, because a submission calculates its fee from the terms in the database.
 */
import { eq, sql } from 'drizzle-orm';
import { preparedOn } from '../db/prepared.ts';
import type { Database } from '../db/open.ts';
import { createChangeNotifier, createRowCache, type RowCacheOptions } from '../db/row-cache.ts';
import { courses, institutions } from '../db/schema/institutions.ts';

export type Institution = {
  row: typeof institutions.$inferSelect;
  /** The titles of its courses by their ids. */
  courseTitles: ReadonlyMap<number, string>;
};

export type FindInstitution = (id: number) => Promise<Institution | undefined>;

export type InstitutionCache = { find: FindInstitution; close: () => Promise<void> };

export const institutionNotifier = createChangeNotifier('feepath_institutions_changed');

/** More than are asked for within seconds. */
const mostInstitutions = 1000;

export function createInstitutionCache(db: Database, options: RowCacheOptions = {}): InstitutionCache {
  const cache = createRowCache<number, Institution>(
    { change: institutionNotifier, mostRows: mostInstitutions },
    options,
  );
  return { find: (id) => cache.find(id, () => findInstitution(db, id)), close: cache.close };
}

const institutionById = preparedOn((db) =>
  db
    .select({ row: institutions, course: { id: courses.id, title: courses.title } })
    .from(institutions)
    .leftJoin(courses, eq(courses.institutionId, institutions.id))
    .where(eq(institutions.id, sql.placeholder('id')))
    .prepare('institution_by_id'),
);

/** Returns an institution from the database. @param id an id in the range of the column */
export async function findInstitution(db: Database, id: number): Promise<Institution | undefined> {
  const found = await institutionById(db).execute({ id });
  if (!found[0]) return undefined;
  const titles = found.flatMap(({ course }) => (course ? [[course.id, course.title] as const] : []));
  return { row: found[0].row, courseTitles: new Map(titles) };
}
