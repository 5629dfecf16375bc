import type { FastifyInstance } from 'fastify';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { makeHomeAnswer } from './make-home-answer.ts';
import { homeShapes } from './home-shapes.ts';
import { panelData } from './panel-data.ts';

/** The home page is open to everyone; its figures count what each person may see. */
export function statisticsRoutes(app: FastifyInstance, { db, contextOf, features }: Pick<Services, 'db' | 'contextOf' | 'features'>): void {
  app.get('/api/statistics/select-panel-data', { config: { right: 'session', shape: homeShapes.panelData } }, async (request) =>
    ok(await panelData(contextOf(db, request))),
  );
  app.get('/api/statistics/select-home', { config: { right: 'session', shape: homeShapes.home } }, async (request) =>
    ok(await makeHomeAnswer(contextOf(db, request), features)),
  );
}
