import type { ServerModule } from '@back-office/server/office/server-module.ts';

/** `#office/server` without a company, or for one that does nothing of its own on the server. */
export const server: ServerModule | readonly ServerModule[] = [];
