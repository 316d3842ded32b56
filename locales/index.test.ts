import { expect, it } from 'vitest';
import { areaOf } from './index.ts';

it('an id falls into the area of its longest beginning', () => {
  expect(areaOf('problem.offline')).toBe('first');
  expect(areaOf('app.notFound.title')).toBe('rare');
  expect(areaOf('app.notFoundation')).toBe('first');
  expect(areaOf('student.name.label')).toBe('student');
  expect(areaOf('students.name')).toBeUndefined();
});
