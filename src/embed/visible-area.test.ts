import { expect, it } from 'vitest';
import { dialogArea } from './visible-area.ts';

it('a dialog is shown in the part of the frame that can be seen', () => {
  expect(dialogArea({ top: 1200, height: 700 }, 3000)).toEqual({ top: 1200, height: 700 });
});

it('where little of the frame can be seen, a dialog has room beyond it', () => {
  expect(dialogArea({ top: 0, height: 100 }, 3000)).toEqual({ top: 0, height: 480 });
  expect(dialogArea({ top: 2900, height: 100 }, 3000)).toEqual({ top: 2520, height: 480 });
  expect(dialogArea({ top: 0, height: 0 }, 300)).toEqual({ top: 0, height: 300 });
});
