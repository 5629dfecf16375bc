import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import type { FastifyInstance } from 'fastify';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { searchRecords } from './search-records.ts';
import { RateLimit } from './rate-limit.ts';

/** Nobody types faster: a letter makes at most one call, and the browser debounces. */
const most = 60;
const spanSeconds = 10;

/** GET /api/sys/search?q=: records of every kind that the person may see. */
export function searchRoutes(app: FastifyInstance, parts: Pick<Services, 'db' | 'contextOf' | 'features'>): void {
  const limit = new RateLimit({ most, spanMs: spanSeconds * 1000 });
  app.get<{ Querystring: { q?: unknown } }>('/api/sys/search', { config: { right: 'session' } }, async (request) => {
    const { q = '' } = request.query;
    if (typeof q !== 'string' || q.length > 100) throw refusedField('q', '搜索内容不能超过 100 个字符');
    if (!isPlainText(q)) throw refusedField('q', '搜索内容含有不可见的控制字符');
    const context = parts.contextOf(parts.db, request);
    if (limit.exceeds(context.user.userId)) throw new Refusal('tooMany', { retryAfter: spanSeconds });
    return ok(await searchRecords(context, parts.features, q.trim()));
  });
}
