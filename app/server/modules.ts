import { sysServer } from '@back-office/sys/server.ts';

/** What the modules of the office do on the server, in order. */
export const modules = [sysServer] as const;

/** The folder of the migrations. */
export const migrations = sysServer.migrations;
