/** The applications of a partner as a file, a line a student, with headers and states in the reader's language. */
import { toCsv } from '../../domain/values/csv.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { partnerStateMessages } from '../../domain/lending/partner-states.ts';
import type { Language, PartnerApplication } from '../../domain/values/wire.ts';
import { appMessages } from '../texts/app-messages.ts';

const columns = [
  'partner.column.number',
  'partner.column.date',
  'partner.column.name',
  'partner.file.institution',
  'partner.column.student',
  'partner.file.course',
  'partner.file.roll',
  'partner.column.status',
  'partner.column.fee',
  'partner.file.amount',
  'partner.file.disbursedOn',
  'partner.file.utr',
] as const;

const messages = appMessages([...columns, ...Object.values(partnerStateMessages)]);

/** Amounts are whole rupees, days ISO dates; a loan without a student has one line. */
export function applicationsCsv(applications: readonly PartnerApplication[], language: Language): string {
  const words = messages[language];
  const lines = applications.flatMap((one) => {
    const students = one.students.length > 0 ? one.students : [{ name: '', course: '', roll_number: '' }];
    return students.map(({ name, course, roll_number }) => [
      one.loan_number,
      todayInIndia(new Date(one.created_at)),
      one.name,
      one.institution_name ?? '',
      name,
      course,
      roll_number,
      words[partnerStateMessages[one.state]],
      String(one.order_value ?? ''),
      String(one.disbursed_amount ?? ''),
      one.disbursed_on ?? '',
      one.disbursal_utr ?? '',
    ]);
  });
  return toCsv([columns.map((id) => words[id]), ...lines]);
}
