import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { lastKnown } from '@back-office/server/platform/database/last-known.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { readStatus } from './server/read-status.ts';
import { statusShape } from './server/status-shape.ts';

/** However many look, the database is asked once in so long; and whoever looks waits no longer than that. */
const caching = { keptMs: 5_000, withinMs: 4_000 };

/** GET select-status: how nodes, database, storage, queue, logs and backups are, each with its cure. */
export const statusServer: ServerFeature = {
  name: 'status',
  routes: (app, services) => {
    const readCached = lastKnown(() => readStatus(services), caching);
    app.get(
      '/api/sys/status/select-status',
      { config: { right: { resource: 'sys/status', permission: 'read' }, summary: '服务器、数据库与备份的状态', shape: statusShape } },
      async () => {
        const { value, isStale } = await readCached();
        if (value === undefined || isStale) throw new Refusal('unavailable', { message: '数据库没有及时回答，看不到状态', retryAfter: 5 });
        return ok(value);
      },
    );
  },
};
