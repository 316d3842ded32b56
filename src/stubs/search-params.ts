/** Instead of TanStack Router's reading of query strings as JSON: each router here has its own, which reads nothing. */
export function defaultParseSearch(): never {
  throw new Error(
    "The router's own parsing of query strings is left out of the build: see scripts/stubs.ts.",
  );
}

export {
  defaultParseSearch as defaultStringifySearch,
  defaultParseSearch as parseSearchWith,
  defaultParseSearch as stringifySearchWith,
};
