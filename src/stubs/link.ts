/**
 * Instead of TanStack Router's links, which every route brings and no page here has: the wizard moves, and the address
 * follows.
 */
export function Link(): never {
  throw new Error('Links of the router are left out of the build: see scripts/stubs.ts.');
}

export { Link as createLink, Link as linkOptions, Link as useLinkProps };
