/** The embedded database that each test's own is copied from. */
export { makeSeededDatabase as default } from './seeded.ts';
