/** Instead of TanStack Form's groups of fields, which every form brings and none here has. */
export function useFieldGroup(): never {
  throw new Error('Field groups are left out of the build: see scripts/stubs.ts.');
}
