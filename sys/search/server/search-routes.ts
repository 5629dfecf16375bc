import type { FastifyInstance } from 'fastify';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { searchShape } from './search-shape.ts';
import { searchRecords } from './search-records.ts';
import { RateLimit } from './rate-limit.ts';

/** Nobody types faster: each letter causes at most one call, and the browser debounces. */
const most = 60;
const spanSeconds = 10;

/** GET /api/sys/search?q=: records of every kind that the person may see. */
export function searchRoutes(app: FastifyInstance, parts: Pick<Services, 'db' | 'contextOf' | 'features'>): void {
  const limit = new RateLimit({ most, spanMs: spanSeconds * 1000 });
  app.get('/api/sys/search', { config: { right: 'session', shape: searchShape } }, async (request) => {
    const { q } = readAs(searchShape.query, request.query);
    const context = parts.contextOf(parts.db, request);
    if (limit.exceeds(context.user.userId)) throw new Refusal('tooMany', { retryAfter: spanSeconds });
    return ok(await searchRecords(context, parts.features, q.trim()));
  });
}
