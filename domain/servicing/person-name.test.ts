import { expect, it } from 'vitest';
import { isSameName } from './person-name.ts';

it.each([
  ['Meenakshi Sundaram', 'MEENAKSHI SUNDARAM', true],
  ['Meenakshi Sundaram', 'Sundaram  Meenakshi', true],
  ['Meenakshi Sundaram', 'Smt. Meenakshi Sundaram', true],
  ["Anne-Marie D'Souza", 'ANNE MARIE D SOUZA', true],
  ['मीनाक्षी सुंदरम', 'मीनाक्षी  सुंदरम', true],
  ['Meenakshi Sundaram', 'M Sundaram', false],
  ['Meenakshi Sundaram', 'Meenakshi', false],
  ['Meenakshi Sundaram', 'Meenakshi Sundari', false],
  ['मीनाक्षी', 'मनाक्ष', false],
])('the names %s and %s are compared: %s', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same);
  expect(isSameName(other, one)).toBe(same);
});
