/** Instead of TanStack Form's groups of fields with a submit of their own, which every form brings and none here has. */
export function useFormGroup(): never {
  throw new Error('Form groups are left out of the build: see scripts/stubs.ts.');
}

export const FormGroup = useFormGroup;
