import { expect, it } from 'vitest';
import { accountPages, accountPath, documentsLoanIdAt, serverRoute } from './account-pages.ts';

it('each page has a different address', () => {
  const paths = Object.values(accountPages).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

it('an address contains the encoded id', () => {
  expect(accountPath('documents', 'a/b?c')).toBe('/app/loan/a%2Fb%3Fc/documents');
  expect(accountPath('home')).toBe('/app');
});

it('a server route has its parameters in the syntax of the server', () => {
  expect(serverRoute('/app/loan/$id/documents')).toBe('/app/loan/:id/documents');
  expect(serverRoute(accountPages.application.path)).toBe(
    '/app/loan/:id/:step{student|applications|success}',
  );
});

it('the loan id is read from the address of its documents', () => {
  expect(documentsLoanIdAt(accountPath('documents', 'a/b'))).toBe('a/b');
  for (const path of ['/app', '/app/loan/7', '/loan/7/documents', '/app/loan/%E0%A4%A/documents'])
    expect(documentsLoanIdAt(path)).toBeNull();
});
