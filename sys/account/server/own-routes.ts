import type { FastifyInstance } from 'fastify';
import { ownHistoryRoutes } from './own-history-routes.ts';
import { type OwnParts, ownSessionRoutes } from './own-session-routes.ts';

/** What the personal centre shows and changes beside the user's record: always the user's own data, whatever their rights. */
export function ownRoutes(app: FastifyInstance, parts: OwnParts): void {
  ownSessionRoutes(app, parts);
  ownHistoryRoutes(app, parts);
}
