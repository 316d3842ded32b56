import { expect, it } from 'vitest';
import { frameAddress } from './open-frame.ts';

const origin = 'https://loans.example';

it('the frame has the same address as a link', () => {
  expect(frameAddress(origin, { key: 'fp_a+b' })).toBe('https://loans.example/?api_key=fp_a%2Bb');
  expect(frameAddress(origin, { key: 'k', institute: 202, test: true, language: 'ta' })).toBe(
    'https://loans.example/?api_key=k&institute_id=202&test=1&language=ta',
  );
  expect(frameAddress(origin, { key: 'k', institute: null, test: false, language: null })).toBe(
    'https://loans.example/?api_key=k',
  );
});

it('a loan is opened by its encoded id', () => {
  expect(frameAddress(origin, { key: 'k', loanId: '3f1c' })).toBe(
    'https://loans.example/loan/3f1c?api_key=k',
  );
  expect(frameAddress(origin, { key: 'k', loanId: '../app?x=' })).toBe(
    'https://loans.example/loan/..%2Fapp%3Fx%3D?api_key=k',
  );
});
