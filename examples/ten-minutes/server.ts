import { join } from 'node:path';
import type { ServerModule } from 'back-office/server';

/** This company's part of the server: only its table. */
export const server: ServerModule = {
  name: 'acme',
  migrations: join(import.meta.dirname, 'migrations'),
  features: [],
};
