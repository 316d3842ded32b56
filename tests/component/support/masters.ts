/** Answers about institutions, courses and plans, those of the sandbox's seed; about banks, states and a few places. */
import { limits } from '../../../domain/values/limits.ts';
import type { Course, EmiOption, Institution } from '../../../domain/values/wire.ts';
import { banks } from '../../../server/masters/banks.ts';
import { states } from '../../../server/masters/states.ts';
import seed from '../../../server/seed/institutions.csv?raw';
import { RefusedAnswer } from '../../support/answers.ts';
import type { ServerAnswers } from './server.ts';

/** Lines with quotes are left out: their cells may have commas. */
const [names = [], ...lines] = seed
  .split('\n')
  .filter((line) => line !== '' && !/^#|"/.test(line))
  .map((line) => line.split(','));
const rows = lines.map((cells) => new Map(names.map((name, index) => [name, cells[index] ?? ''])));
type Row = (typeof rows)[number];

const number = (row: Row, name: string) => Number(row.get(name));
const text = (row: Row, name: string) => row.get(name) ?? '';
const rowsOf = (name: string, id: string | number) => rows.filter((row) => row.get(name) === String(id));
const firstOf = (all: Row[], name: string) =>
  [...new Map(all.toReversed().map((row) => [row.get(name), row])).values()].reverse();

const institutionIn = (row: Row): Institution => ({
  id: number(row, 'institution_id'),
  name: text(row, 'institution_name'),
  receipt_upload: text(row, 'receipt_upload') === 'true',
});

const courseIn = (row: Row): Course => ({
  id: number(row, 'course_id'),
  title: text(row, 'course_title'),
  fee: number(row, 'fee'),
  admission_fee: number(row, 'admission_fee'),
  transport_fee: number(row, 'transport_fee'),
  other_fee: number(row, 'other_fee'),
});

const planIn = (row: Row): EmiOption => ({
  id: number(row, 'tenure_id'),
  emi_tenure: number(row, 'emi_tenure'),
  parent_pf: text(row, 'parent_pf'),
  parent_pf_amount: number(row, 'parent_pf_amount'),
  parent_interest: text(row, 'parent_interest'),
  advance_emi: number(row, 'advance_emi'),
  membership_fee: number(row, 'membership_fee'),
  subvention: text(row, 'option_subvention'),
  fibe_id: null,
  is_disabled: text(row, 'is_disabled') === 'true',
});

const cities: Readonly<Record<string, readonly string[]>> = {
  'Tamil Nadu': ['Chennai', 'Coimbatore', 'Madurai', 'Salem'],
  Delhi: ['Central Delhi', 'North Delhi'],
  Kerala: ['Ernakulam', 'Idukki'],
};
const places: Readonly<Record<string, readonly [state: string, city: string]>> = {
  '600001': ['Tamil Nadu', 'Chennai'],
  '600004': ['Tamil Nadu', 'Chennai'],
  '600032': ['Tamil Nadu', 'Chennai'],
  '625001': ['Tamil Nadu', 'Madurai'],
  '110001': ['Delhi', 'Central Delhi'],
  '110006': ['Delhi', 'North Delhi'],
};

export const masters: ServerAnswers = {
  searchInstitutes: (words) => {
    if (words.length <= limits.searchAfterCharacters) return new RefusedAnswer(400);
    const found = rows.filter((row) =>
      text(row, 'institution_name').toLowerCase().includes(words.toLowerCase()),
    );
    return firstOf(found, 'institution_id').slice(0, 20).map(institutionIn);
  },
  getInstitute: (id) => {
    const [row] = rowsOf('institution_id', id);
    return row ? institutionIn(row) : new RefusedAnswer(404);
  },
  listCourses: (id) => firstOf(rowsOf('institution_id', id), 'course_id').map(courseIn),
  listEmiOptions: (id) => rowsOf('course_id', id).map(planIn),
  listBanks: banks,
  listStates: states
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  listCities: (stateId) => {
    const state = states.find(({ id }) => String(id) === stateId);
    return (cities[state?.name ?? ''] ?? []).map((name, index) => ({ id: index + 1, name }));
  },
  getPincode: (pincode) => {
    const [state, city] = places[pincode] ?? [];
    const state_id = states.find(({ name }) => name === state)?.id;
    return state && city && state_id ? { pincode, state, city, state_id } : new RefusedAnswer(404);
  },
};
