/**
 * Loads institutions with their courses and EMI options from a file. A bad row is refused with its line and reason;
 * each institution's good rows are written in one transaction, so none is ever half there. What the file does not
 * name stays as it is.
 */
import { getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Database, transaction } from '../db/open.ts';
import { courses, emiOptions, institutions } from '../db/schema/institutions.ts';
import { institutionNotifier } from '../masters/institution-cache.ts';
import { readCsv } from './csv.ts';
import {
  type Cells,
  type CourseRow,
  type ImportRow,
  type InstitutionRow,
  importColumns,
  type OptionRow,
  readRow,
} from './rows.ts';

export type RefusedLine = { line: number; reason: string };
export type ImportReport = { institutions: number; courses: number; options: number; refused: RefusedLine[] };

type Read = ImportRow & { line: number };

/** An institution's rows, each thing once, with the line that named it first. */
type Group = {
  institution: InstitutionRow;
  courses: Map<number, { line: number; row: CourseRow }>;
  options: Map<number, { line: number; row: OptionRow }>;
};

/** Rows of one INSERT; PostgreSQL takes 65,535 values in a statement. */
const batch = 1000;

/** @param text the file as text; docs/deployment.md describes its columns */
export async function importInstitutions(db: Database, text: string): Promise<ImportReport> {
  const { rows, refused } = readRows(text);
  const groups = groupRows(rows, refused);
  const report: ImportReport = { institutions: 0, courses: 0, options: 0, refused };
  for (const group of groups) {
    const written = await transaction(db, (tx) => writeGroup(tx, group));
    refused.push(...written.refused);
    report.institutions += 1;
    report.courses += written.courses;
    report.options += written.options;
  }
  await institutionNotifier.notifyChange(db);
  refused.sort((a, b) => a.line - b.line);
  return report;
}

function readRows(text: string): { rows: Read[]; refused: RefusedLine[] } {
  const { records, faults } = readCsv(text);
  const [header, ...body] = records;
  const refused: RefusedLine[] = [...faults];
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const missing = importColumns.filter((column) => !names.includes(column));
  if (!header || missing.length > 0) {
    const reason = header ? `the header has no ${missing.join(', ')}` : 'the file has no header';
    return { rows: [], refused: [...refused, { line: header?.line ?? 1, reason }] };
  }
  const rows: Read[] = [];
  for (const { line, cells } of body) {
    if (cells.length !== names.length) {
      refused.push({ line, reason: `has ${cells.length} cells, the header has ${names.length}` });
      continue;
    }
    const named = Object.fromEntries(
      importColumns.map((column) => [column, cells[names.indexOf(column)] ?? '']),
    );
    const read = readRow(named as Cells);
    if ('row' in read) rows.push({ ...read.row, line });
    else refused.push({ line, reason: read.reasons.join('; ') });
  }
  return { rows, refused };
}

/** Rows that name the same thing must say the same of it; the first one counts. */
function groupRows(rows: Read[], refused: RefusedLine[]): Group[] {
  const groups = new Map<number, Group>();
  const courseOwners = new Map<number, number>();
  const optionLines = new Map<number, number>();
  for (const row of rows) {
    const { line, institution, course, option } = row;
    const known = groups.get(institution.id);
    const group = known ?? { institution, courses: new Map(), options: new Map() };
    const reason = conflictOf(row, group, { courseOwners, optionLines });
    if (reason !== undefined) {
      refused.push({ line, reason });
      continue;
    }
    groups.set(institution.id, group);
    if (course) {
      courseOwners.set(course.id, institution.id);
      if (!group.courses.has(course.id)) group.courses.set(course.id, { line, row: course });
    }
    if (option) {
      optionLines.set(option.id, line);
      group.options.set(option.id, { line, row: option });
    }
  }
  return [...groups.values()];
}

/** Says why a row contradicts an earlier one; undefined where it does not. */
function conflictOf(
  { institution, course, option }: Read,
  group: Group,
  { courseOwners, optionLines }: Record<'courseOwners' | 'optionLines', ReadonlyMap<number, number>>,
): string | undefined {
  if (!same(group.institution, institution))
    return `differs from an earlier row about institution ${institution.id}`;
  const owner = course && courseOwners.get(course.id);
  if (course && owner !== undefined && owner !== institution.id)
    return `course ${course.id} belongs to institution ${owner}`;
  const known = course && group.courses.get(course.id)?.row;
  if (known && !same(known, course)) return `differs from an earlier row about course ${course?.id}`;
  const line = option && optionLines.get(option.id);
  return line === undefined ? undefined : `tenure_id ${option?.id} is used in line ${line}`;
}

/** Ids that the database knows under another institution or course are refused: they would tear its data apart. */
async function writeGroup(tx: Database, group: Group) {
  const refused: RefusedLine[] = [];
  const ownerOfCourse = await ownersOf(tx, courses, courses.institutionId, [...group.courses.keys()]);
  const ownerOfOption = await ownersOf(tx, emiOptions, emiOptions.courseId, [...group.options.keys()]);

  const goodCourses: CourseRow[] = [];
  for (const { line, row } of group.courses.values()) {
    const owner = ownerOfCourse.get(row.id) ?? row.institutionId;
    if (owner === row.institutionId) goodCourses.push(row);
    else refused.push({ line, reason: `course ${row.id} belongs to institution ${owner}` });
  }
  const goodCourseIds = new Set(goodCourses.map(({ id }) => id));
  const goodOptions: OptionRow[] = [];
  for (const { line, row } of group.options.values()) {
    const owner = ownerOfOption.get(row.id) ?? row.courseId;
    if (owner !== row.courseId)
      refused.push({ line, reason: `tenure_id ${row.id} belongs to course ${owner}` });
    else if (goodCourseIds.has(row.courseId)) goodOptions.push(row);
    else if (!refused.some((one) => one.line === line)) {
      refused.push({ line, reason: `its course ${row.courseId} was refused` });
    }
  }

  await upsert(tx, institutions, [group.institution]);
  await upsert(tx, courses, goodCourses);
  await upsert(tx, emiOptions, goodOptions);
  return { refused, courses: goodCourses.length, options: goodOptions.length };
}

/** @returns what the rows with these ids belong to, by id */
async function ownersOf(
  tx: Database,
  table: typeof courses | typeof emiOptions,
  owner: typeof courses.institutionId | typeof emiOptions.courseId,
  ids: number[],
): Promise<Map<number, number>> {
  const rows = await tx.select({ id: table.id, owner }).from(table).where(inArray(table.id, ids));
  return new Map(rows.map((row) => [row.id, row.owner]));
}

type Imported = typeof institutions | typeof courses | typeof emiOptions;

async function upsert<Table extends Imported>(tx: Database, table: Table, rows: Table['$inferInsert'][]) {
  const columns = getTableColumns<PgTable>(table);
  const set = Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => name !== 'id')
      .map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
  );
  for (let from = 0; from < rows.length; from += batch) {
    await tx
      .insert<PgTable>(table)
      .values(rows.slice(from, from + batch))
      .onConflictDoUpdate({ target: table.id, set });
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True when no institution is there yet. */
export async function hasNoInstitutions(db: Database): Promise<boolean> {
  const found = await db.select({ id: institutions.id }).from(institutions).limit(1);
  return found.length === 0;
}
