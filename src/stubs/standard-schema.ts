/** Instead of TanStack Form's way to schemas as validators, which no form here has: rules are tables (domain/check.ts). */
export const isStandardSchemaValidator = (): boolean => false;

export const standardSchemaValidators = {};
