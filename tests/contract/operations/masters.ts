/** The operations of lists that everybody reads: institutions, courses, states, pincodes. */
import type { OperationId } from '../../../server/contract/contract.ts';
import { person, school } from '../fixtures.ts';
import { type Case, plain } from './case.ts';

export const masterCases = {
  getInstitute: plain(
    { path: { id: school.id }, query: '?cols=id,name,receipt_upload' },
    {
      'a column that is not one': [{ path: { id: school.id }, query: '?cols=id,password' }, 400],
      'an id of letters': [{ path: { id: 'abc' } }, 400],
      'an id that none has': [{ path: { id: 999_999 } }, 404],
    },
  ),
  searchInstitutes: plain(
    { path: { text: 'tamarind' } },
    { 'two characters': [{ path: { text: 'ta' } }, 400] },
  ),
  listCourses: plain(
    { path: { id: school.id }, query: '?cols=id,title,fee,admission_fee,transport_fee,other_fee' },
    { 'no such institution': [{ path: { id: 999_999 } }, 404] },
  ),
  listCoursesPaged: plain(
    { query: `?institute_id=${school.id}&cols=id,title,fee&page_length=2&page=1` },
    {
      'no such institution': [{ query: '?institute_id=999999' }, 404],
      'an id of letters': [{ query: '?institute_id=abc' }, 400],
      'a column that is not one': [{ query: '?cols=id,margin' }, 400],
      'too long a page': [{ query: '?page_length=101' }, 400],
      'no page': [{ query: '?page=0' }, 400],
    },
  ),
  listCourseOptions: plain(
    { path: { id: school.id } },
    {
      'no such institution': [{ path: { id: 999_999 } }, 404],
      'an id of letters': [{ path: { id: 'abc' } }, 400],
      columns: [{ path: { id: school.id }, query: '?cols=id' }, 400],
    },
  ),
  listEmiOptions: plain(
    { path: { id: school.course } },
    { 'no such course': [{ path: { id: 999_999_999 } }, 404] },
  ),
  listStates: plain(
    { query: '?page_length=100&page=1' },
    { 'too long a page': [{ query: '?page_length=101' }, 400] },
  ),
  listCities: plain(
    { path: { state_id: 33 }, query: '?cols=city_master.id,city_master.name' },
    { 'no such state': [{ path: { state_id: 999 } }, 404] },
  ),
  listStatesV2: plain(
    { query: '?page_length=10&page=4' },
    {
      'too long a page': [{ query: '?page_length=101' }, 400],
      'an empty page': [{ query: '?page_length=0' }, 400],
      'a page of letters': [{ query: '?page=first' }, 400],
    },
  ),
  listCitiesV2: plain(
    { path: { id: 33 }, query: '?cols=city_master.id,city_master.name' },
    {
      'no such state': [{ path: { id: 999 } }, 404],
      'a column that is not one': [{ path: { id: 33 }, query: '?cols=city_master.mayor' }, 400],
    },
  ),
  getStateByName: plain(
    { path: { name: ' tamil  NADU' } },
    {
      'no such state': [{ path: { name: 'Tamil' } }, 404],
      'too long a name': [{ path: { name: 'x'.repeat(101) } }, 400],
    },
  ),
  getPincode: plain(
    { path: { pincode: '600004' } },
    { 'no such pincode': [{ path: { pincode: '999999' } }, 404] },
  ),
  listBanks: plain({}, { 'an unknown parameter': [{ query: '?x=1' }, 400] }),
  verifyEmail: plain(
    { path: { email: person.email } },
    { 'no marker': [{ path: { email: person.email }, headers: { 'x-auth-type': undefined } }, 401] },
  ),
} satisfies Partial<Record<OperationId, Case>>;
