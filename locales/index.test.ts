import { expect, it } from 'vitest';
import { namespaceOf } from './index.ts';

it('an id falls into the namespace of its longest beginning', () => {
  expect(namespaceOf('create.title')).toBe('first');
  expect(namespaceOf('app.notFound.title')).toBe('secondary');
  expect(namespaceOf('app.notFoundation')).toBe('first');
  expect(namespaceOf('student.name.label')).toBe('student');
  expect(namespaceOf('students.name')).toBeUndefined();
});
