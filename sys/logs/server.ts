import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { logParts } from './server/log-part.ts';

/** Logs on the server: young lines stay. */
export const logsServer: ServerFeature = {
  name: 'logs',
  parts: ({ settings }) => logParts(settings),
};
