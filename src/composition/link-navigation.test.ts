import { describe, expect, it } from 'vitest';
import { type ClickedLink, routedAddress } from './link-navigation.ts';

const page = new URL('https://feepath.example/app/profile');
const click = {
  button: 0,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  defaultPrevented: false,
};
const addressOf = (link: Partial<ClickedLink>, more: Partial<typeof click> = {}) =>
  routedAddress(
    { href: '/app', target: '', hasDownload: false, ...link },
    { ...click, ...more },
    '/app',
    page,
  );

describe('a link is followed by the router', () => {
  it.each([
    ['/app', '/app'],
    ['/app/applications?page=2', '/app/applications?page=2'],
    ['https://feepath.example/app/terms', '/app/terms'],
  ])('to %s', (href, address) => {
    expect(addressOf({ href })).toBe(address);
  });
});

describe('the browser follows a link', () => {
  it.each<[string, Partial<ClickedLink>]>([
    ['to another site', { href: 'https://lender.example/app' }],
    ['to the embedded flow', { href: '/loan/7' }],
    ['to an address that only begins alike', { href: '/application' }],
    ['to a place on a page', { href: '/app/faq#fees' }],
    ['to another window', { target: '_blank' }],
    ['to a file', { hasDownload: true }],
  ])('%s', (_, link) => {
    expect(addressOf(link)).toBeNull();
  });

  it.each<[string, Partial<typeof click>]>([
    ['with the middle button', { button: 1 }],
    ['with Control', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Shift', { shiftKey: true }],
    ['with Alt', { altKey: true }],
    ['that something else has handled', { defaultPrevented: true }],
  ])('%s', (_, how) => {
    expect(addressOf({}, how)).toBeNull();
  });
});
