import type { FastifyInstance } from 'fastify';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { panelData } from './panel-data.ts';

/** The home page is everyone's; what its figures count is what each may see. */
export function statisticsRoutes(app: FastifyInstance, { db, contextOf }: RouteParts): void {
  app.get('/api/statistics/select-panel-data', { config: { right: 'session' } }, async (request) =>
    ok(await panelData(contextOf(db, request))),
  );
}
