import { expect, it } from 'vitest';
import { applicantFormOf, type PresentationFacts } from './applicant.ts';
import { applicantOfEarlier } from './earlier-application.ts';
import { aLoan } from '../testing.ts';
import { uncheckedSections } from './unchecked-sections.ts';

const facts: PresentationFacts = { presentation: 'consumer', asked_fields: [] };
const form = applicantFormOf(facts);
const body = applicantOfEarlier(aLoan(), { ...facts, name: 'Meenakshi S', institution: null }, '2025-06-01');

it('are those that a carried draft names', () => {
  expect(uncheckedSections(form, body)).toEqual(body.carried.unchecked);
  expect(body.carried.unchecked).toContain('permanent');
});

it('are not those that are hidden now, whose card nobody could open', () => {
  const { personal_details } = body;
  const same = { ...body, personal_details: { ...personal_details, same_as_aadhaar: true } };
  expect(uncheckedSections(form, same)).toEqual(
    body.carried.unchecked.filter((section) => section !== 'permanent'),
  );
});

it('are none of a draft that was typed, and of none', () => {
  const { carried: _, ...typed } = body;
  expect(uncheckedSections(form, typed)).toEqual([]);
  expect(uncheckedSections(form, null)).toEqual([]);
});
