import { join } from 'node:path';
import type { ServerModule } from 'back-office/server';

/** What this company does on the server: nothing but to bring a table. */
export const server: ServerModule = {
  name: 'acme',
  migrations: join(import.meta.dirname, 'migrations'),
  features: [],
};
