import type { FastifyInstance } from 'fastify';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { listNotices } from './list-notices.ts';
import { noticeShapes } from './notice-shapes.ts';
import { confirmOne, markAll, readOne } from './mark-notice.ts';
import { readersOf } from './readers.ts';
import { remind } from './remind.ts';
import { msg } from '../msg.ts';

type Query = Readonly<Record<string, unknown>>;
const session = (shape: CallShape) => ({ config: { right: 'session', shape } }) as const;

/** The notices' calls outside the generic pattern: for readers and for publishers (docs/wire.md "Specific calls"). */
export function noticeRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { db } = parts;
  app.get<{ Querystring: Query }>('/api/sys/msg/list', session(noticeShapes.list), async (request) =>
    ok(await listNotices(db, signedInOf(request).userId, request.query)),
  );
  app.put('/api/sys/msg/read/all', session(noticeShapes.markAll), async (request) => {
    const { until } = readAs(noticeShapes.markAll.query, request.query);
    return ok(await once(db, request, (transaction) => markAll(transaction, signedInOf(request).userId, until)));
  });
  app.put<{ Params: { id: string } }>('/api/sys/msg/read/:id', session(noticeShapes.read), async (request) =>
    ok(await once(db, request, (transaction) => readOne(transaction, signedInOf(request).userId, request.params.id))),
  );
  app.put<{ Params: { id: string }; Querystring: Query }>('/api/sys/msg/confirm/:id', session(noticeShapes.confirm), async (request) => {
    const { version } = readAs(noticeShapes.confirm.query, request.query);
    return ok(await once(db, request, (transaction) => confirmOne(transaction, signedInOf(request).userId, request.params.id, version)));
  });
  publisherRoutes(app, parts);
}

function publisherRoutes(app: FastifyInstance, { db, contextOf }: RouteParts): void {
  const right = (permission: string, shape: CallShape) => ({ config: { right: { resource: 'sys/msg', permission }, shape } });
  app.get<{ Params: { id: string }; Querystring: Query }>(
    '/api/sys/msg/readers/:id',
    right('read', noticeShapes.readers),
    async (request) => {
      const context = contextOf(db, request);
      return ok(await readersOf(context, await select(context, msg, request.params.id), request.query));
    },
  );
  app.post<{ Params: { id: string } }>('/api/sys/msg/remind/:id', right('edit', noticeShapes.remind), async (request) =>
    ok(
      await once(db, request, async (transaction) => {
        const context = contextOf(transaction, request);
        return remind(context, await select(context, msg, request.params.id));
      }),
    ),
  );
}
