import { expect, it } from 'vitest';
import { dialogArea, withoutCovered } from './visible-area.ts';

it('a dialog is shown in the visible part of the frame', () => {
  expect(dialogArea({ top: 1200, height: 700 }, 3000)).toEqual({ top: 1200, height: 700 });
});

it('a dialog extends beyond a small visible part of the frame', () => {
  expect(dialogArea({ top: 0, height: 100 }, 3000)).toEqual({ top: 0, height: 480 });
  expect(dialogArea({ top: 2900, height: 100 }, 3000)).toEqual({ top: 2520, height: 480 });
  expect(dialogArea({ top: 0, height: 0 }, 300)).toEqual({ top: 0, height: 300 });
});

it('a dialog is placed below the covered top of the window', () => {
  expect(withoutCovered({ top: 1200, height: 700 }, 72)).toEqual({ top: 1272, height: 628 });
  // The frame begins inside the window: the page scrolls it below what covers the top.
  expect(withoutCovered({ top: 0, height: 700 }, 72)).toEqual({ top: 0, height: 628 });
  expect(withoutCovered({ top: 2900, height: 50 }, 72)).toEqual({ top: 2972, height: 0 });
});
