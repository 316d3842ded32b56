import { describe, expect, it } from 'vitest';
import { extractOneTimePassword } from './one-time-password.ts';

describe('a one-time password as it is typed or pasted', () => {
  it.each([
    ['482913', '482913'],
    ['482 913', '482913'],
    ['482-913 ', '482913'],
    ['482913 is your Feepath one-time password. It is good for 5 minutes.', '482913'],
    ['It is good for 5 minutes: 482913', '482913'],
    ['४८२९१३', '482913'],
    ['௪௮௨ ௯௧௩', '482913'],
    ['4829', '4829'],
    ['4829137', '482913'],
    ['none', ''],
    ['', ''],
  ])('is read from %j as %j', (typed, password) => {
    expect(extractOneTimePassword(typed)).toBe(password);
    expect(extractOneTimePassword(password)).toBe(password);
  });
});
