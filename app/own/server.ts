import type { ServerModule } from '@back-office/server/office/server-module.ts';

/** `#office/server` without a company, or for one without code on the server. */
export const server: ServerModule | readonly ServerModule[] = [];
