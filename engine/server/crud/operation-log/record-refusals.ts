import type { Resource } from '@back-office/contract/resource/resource.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { callColumns } from '../../identity/session/call-columns.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { requestParams } from './request-params.ts';

/** The most refusals of one user logged per minute; a flood of them must not fill the table. */
const perMinute = 60;

/**
 * Logs each call, or part of one, that was refused because a permission was missing (40300). It runs after the answer and outside any transaction: a
 * refused call changed nothing, and a failure here must not change the answer.
 */
export function recordRefusals(app: FastifyInstance, db: Kysely<Tables>, resources: readonly Resource[]): void {
  const counted = new Map<string, number>();
  let minute = 0;
  app.decorateRequest('refusedParts', 0);
  app.addHook('onResponse', async (request, reply) => {
    const refused = request.answerCode === codes.notPermitted.code ? 1 : request.refusedParts;
    if (refused === 0 || request.signedIn === null || request.method === 'HEAD') return;
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) counted.clear();
    minute = now;
    const before = counted.get(request.signedIn.userId) ?? 0;
    counted.set(request.signedIn.userId, before + refused);
    const resource = resources.find(({ name }) => request.routeOptions.url?.startsWith(`/api/${name}/`));
    for (let remaining = Math.min(refused, perMinute - before); remaining > 0; remaining--) {
      await write(db, request, resource, Math.round(reply.elapsedTime)).catch((err: unknown) =>
        request.log.error({ err }, 'A refusal was not written to the operation log'),
      );
    }
  });
}

/** Writes one line; `resource` is the one that the call belongs to. */
async function write(db: Kysely<Tables>, request: FastifyRequest, resource: Resource | undefined, duration: number): Promise<void> {
  await db
    .insertInto('sys_log_opt')
    .values({
      ...callColumns(request),
      optModule: resource?.title ?? null,
      optType: '拒绝',
      optStatus: outcomes.failure,
      // The refusal of one part of a call is not in the message of the answer.
      optMessage: request.answerCode === codes.notPermitted.code ? request.answerMessage : codes.notPermitted.message,
      requestParams: resource && requestParams(resource, request),
      duration,
    })
    .execute();
}
