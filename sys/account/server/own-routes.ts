import type { FastifyInstance } from 'fastify';
import { ownHistoryRoutes } from './history-routes.ts';
import { type OwnParts, ownSessionRoutes } from './session-routes.ts';

/** What the personal centre shows and changes beside the person's record: always the user's own, whatever their rights. */
export function ownRoutes(app: FastifyInstance, parts: OwnParts): void {
  ownSessionRoutes(app, parts);
  ownHistoryRoutes(app, parts);
}
