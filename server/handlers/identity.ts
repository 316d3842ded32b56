/** What is checked about a person before a loan exists. */
import type { Handlers } from '../api/handler.ts';

export const identityHandlers = {
  async verifyEmail({ path: { email } }, { adapters }) {
    return { success: true, result: await adapters.email.reaches(email.trim()) };
  },
} satisfies Partial<Handlers>;
