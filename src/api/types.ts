/** The contract's shapes that only screens use, under short names. */
import type { components } from '../../openapi/generated.ts';

type Schemas = components['schemas'];

export type State = Schemas['State'];
export type City = Schemas['City'];
export type Bank = Schemas['Bank'];
