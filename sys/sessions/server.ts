import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { sessionPart } from './server/session-part.ts';

/** Sessions on the server: ending them. */
export const sessionsServer: ServerFeature = {
  name: 'sessions',
  parts: () => ({ 'sys/session': sessionPart }),
};
