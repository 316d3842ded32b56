import { expect, it } from 'vitest';
import { accountPages, accountPath, documentsLoanIdAt, serverRoute } from './account-pages.ts';

it('no two pages have one address', () => {
  const paths = Object.values(accountPages).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

it('an address has the id in it, and nothing that would end the path', () => {
  expect(accountPath('documents', 'a/b?c')).toBe('/app/loan/a%2Fb%3Fc/documents');
  expect(accountPath('home')).toBe('/app');
});

it('the server writes parameters its own way', () => {
  expect(serverRoute('/app/loan/$id/documents')).toBe('/app/loan/:id/documents');
  expect(serverRoute(accountPages.application.path)).toBe(
    '/app/loan/:id/:step{student|applications|success}',
  );
});

it('the address of documents names their loan', () => {
  expect(documentsLoanIdAt(accountPath('documents', 'a/b'))).toBe('a/b');
  for (const path of ['/app', '/app/loan/7', '/loan/7/documents', '/app/loan/%E0%A4%A/documents'])
    expect(documentsLoanIdAt(path)).toBeNull();
});
