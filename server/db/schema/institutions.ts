/** The tables of institutions, their courses and the plans of each. */
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { noIntegers, rupees } from './columns.ts';

export const institutions = pgTable('institutions', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  prefferdLenders: integer('prefferd_lenders').array().notNull().default(noIntegers),
  commercialType: text('commercial_type').$type<'HYBRID' | 'STANDARD'>().notNull(),
  subvention: text('subvention').notNull().default('0'),
  feeValidation: boolean('fee_validation').notNull().default(false),
  receiptUpload: boolean('receipt_upload').notNull().default(false),
});

export const courses = pgTable(
  'courses',
  {
    id: integer('id').primaryKey(),
    institutionId: integer('institution_id')
      .notNull()
      .references(() => institutions.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    fee: rupees('fee').notNull(),
    admissionFee: rupees('admission_fee').notNull().default(0),
    transportFee: rupees('transport_fee').notNull().default(0),
    otherFee: rupees('other_fee').notNull().default(0),
  },
  (table) => [index('courses_institution').on(table.institutionId)],
);

/** `id` is the tenure id that the applicant chooses. Tenures are months. */
export const emiOptions = pgTable(
  'emi_options',
  {
    id: integer('id').primaryKey(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    emiTenure: integer('emi_tenure').notNull(),
    parentPf: text('parent_pf').notNull().default('0'),
    parentPfAmount: rupees('parent_pf_amount').notNull().default(0),
    parentInterest: text('parent_interest').notNull().default('0'),
    advanceEmi: integer('advance_emi').notNull().default(0),
    membershipFee: rupees('membership_fee').notNull().default(0),
    subvention: text('subvention').notNull().default('0'),
    fibeId: integer('fibe_id'),
    isDisabled: boolean('is_disabled').notNull().default(false),
  },
  (table) => [index('emi_options_course').on(table.courseId)],
);
