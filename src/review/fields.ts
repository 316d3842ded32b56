/** An application's fields in the order in which its applicant was asked. */
export { cardOf, type Section, sectionsOf } from '../../domain/loan/loan-sections.ts';
