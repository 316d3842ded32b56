/** The product's numbers as `limits.NAME`, so that a page carries those alone that it uses. */
export * as limits from './numbers.ts';
