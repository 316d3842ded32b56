/** The courses of the chosen institution, as their paths are made. */
import type { Course } from '../../../domain/wire.ts';
import { type CoursesContext, coursesMachine } from '../../../machines/courses.ts';
import { subject } from '../subject.ts';
import { atWith, callsOf } from './ends.ts';
import { decided, nothing, unreachable } from './outcomes.ts';

const lakeside = 101;
const hillside = 202;
const courses: Course[] = [{ id: 1001, title: 'Grade 5' }];

const ends = atWith<CoursesContext>;

export const courseList = subject<typeof coursesMachine>({
  name: 'courses',
  machine: coursesMachine,
  starts: {
    'no institution yet': () => ({ institutionId: null }),
    'an institution of the address': () => ({ institutionId: lakeside }),
  },
  events: {
    'institution.chosen': { 'at the lake': { id: lakeside }, 'on the hill': { id: hillside } },
    'retry.requested': nothing,
  },
  answers: { list: { 'some courses': decided(courses), 'no courses': decided([]), unreachable } },
  essence: ({ context }) => [context.institutionId, context.courses.length],
  laws: {
    'courses are asked for of a chosen institution only': (snapshot) =>
      !callsOf(snapshot).includes('list') || snapshot.context.institutionId !== null,
    'a chosen institution does not wait to be asked': (snapshot) =>
      snapshot.value !== 'idle' || snapshot.context.institutionId === null,
    'no course is shown of the institution before': (snapshot) =>
      snapshot.value === 'listed' || snapshot.context.courses.length === 0,
    'it is loading exactly while somebody is asked': (snapshot) =>
      snapshot.hasTag('loading') === callsOf(snapshot).length > 0,
  },
  journeys: [
    {
      shows: 'nothing is asked before an institution is chosen',
      start: 'no institution yet',
      words: [],
      ends: ends('idle', { institutionId: null, courses: [] }),
    },
    {
      shows: 'the courses of a chosen institution are listed',
      start: 'no institution yet',
      words: ['institution.chosen at the lake', 'list answers: some courses'],
      ends: ends('listed', { institutionId: lakeside, courses }),
    },
    {
      shows: 'choosing the same institution once more asks nobody again',
      start: 'an institution of the address',
      words: ['list answers: some courses', 'institution.chosen at the lake'],
      ends: ends('listed', { institutionId: lakeside, courses }),
    },
    {
      shows: 'another institution forgets the courses at once, and is asked for its own',
      start: 'an institution of the address',
      words: ['list answers: some courses', 'institution.chosen on the hill'],
      ends: ends('listing', { institutionId: hillside, courses: [] }),
    },
    {
      shows: 'courses that did not come are asked for again',
      start: 'an institution of the address',
      words: ['list answers: unreachable', 'retry.requested', 'list answers: some courses'],
      ends: ends('listed', { courses }),
    },
  ],
});
