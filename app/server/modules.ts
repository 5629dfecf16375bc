import { server } from '#office/server';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { sysServer } from '@back-office/sys/server.ts';

/** The server side of the office's modules, in order. */
export const modules: readonly ServerModule[] = [sysServer, ...[server].flat()];
