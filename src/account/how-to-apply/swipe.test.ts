import { expect, it } from 'vitest';
import { swipedTo } from './swipe.ts';

it('a finger that goes 40 pixels asks for the slide on the other side', () => {
  expect(swipedTo(200, 160)).toBe('next');
  expect(swipedTo(160, 200)).toBe('previous');
});

it('a shorter way is no swipe', () => {
  expect(swipedTo(200, 161)).toBeNull();
  expect(swipedTo(160, 199)).toBeNull();
  expect(swipedTo(160, 160)).toBeNull();
});
