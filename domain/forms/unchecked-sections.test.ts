import { expect, it } from 'vitest';
import { applicantFormOf, type PresentationFacts } from './applicant.ts';
import { applicantOfEarlier } from './earlier-application.ts';
import { aLoan } from '../testing.ts';
import { uncheckedSections } from './unchecked-sections.ts';

const facts: PresentationFacts = { presentation: 'consumer', asked_fields: [] };
const form = applicantFormOf(facts);
const body = applicantOfEarlier(aLoan(), { ...facts, name: 'Meenakshi S', institution: null }, '2025-06-01');

it('lists the unchecked sections that a carried draft names', () => {
  expect(uncheckedSections(form, body)).toEqual(body.carried.unchecked);
  expect(body.carried.unchecked).toContain('permanent');
});

it('leaves out a section that is hidden, since nobody could open its card', () => {
  const { personal_details } = body;
  const same = { ...body, personal_details: { ...personal_details, same_as_aadhaar: true } };
  expect(uncheckedSections(form, same)).toEqual(
    body.carried.unchecked.filter((section) => section !== 'permanent'),
  );
});

it('lists no section for a typed draft or without a draft', () => {
  const { carried: _, ...typed } = body;
  expect(uncheckedSections(form, typed)).toEqual([]);
  expect(uncheckedSections(form, null)).toEqual([]);
});
