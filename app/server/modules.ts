import { server } from '#office/server';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { sysServer } from '@back-office/sys/server.ts';

/** What the modules of the office do on the server, in order. */
export const modules: readonly ServerModule[] = [sysServer, ...[server].flat()];
