import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/db/schema.ts', './server/db/servicing-schema.ts', './server/db/staff-schema.ts'],
  out: './server/db/migrations',
});
