/** The API of the app around a component: what its queries and mutations are sent with. */
import { requiredContext } from '../hooks/required-context.ts';
import type { Call } from '../api/call.ts';

export const [CallProvider, useCall] = requiredContext<Call>('CallProvider');
