import { expect, it } from 'vitest';
import { sessionCookie, sessionTokenIn } from './cookie.ts';

it('the session token is found among other cookies', () => {
  expect(sessionTokenIn('a=1; feepath_staff=token_-1; b=2')).toBe('token_-1');
  expect(sessionTokenIn('other_feepath_staff=x; feepath_staff=')).toBeUndefined();
  expect(sessionTokenIn(undefined)).toBeUndefined();
});

it('the cookie is HttpOnly and SameSite, and Secure where there is https', () => {
  const plain = 'feepath_staff=token; Path=/dev/api/review; HttpOnly; SameSite=Strict';
  expect(sessionCookie({ publicUrl: undefined }, 'token')).toBe(plain);
  expect(sessionCookie({ publicUrl: 'http://localhost:4000' }, 'token')).toBe(plain);
  expect(sessionCookie({ publicUrl: 'https://fees.example' }, 'token')).toBe(`${plain}; Secure`);
});

it('a revoked cookie expires at once', () => {
  expect(sessionCookie({ publicUrl: 'https://fees.example' }, null)).toBe(
    'feepath_staff=; Path=/dev/api/review; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
  );
});
