import type { Resource } from '@back-office/contract/resource/resource.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { callColumns } from '../../identity/session/call-columns.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { RefusalCounts } from '../../platform/refusal-counts.ts';
import { requestParams } from './request-params.ts';

/**
 * Logs each call, or part of one, that was refused because a permission was missing (40300). It runs after the answer and outside any transaction: a
 * refused call changed nothing, and a failure here must not change the answer. Of a flood it logs some, and how many there were.
 */
export function recordRefusals(app: FastifyInstance, db: Kysely<Tables>, resources: readonly Resource[]): void {
  const write = async (line: Line): Promise<void> => {
    const written = db.insertInto('sys_log_opt').values({ ...line, id: newId() });
    await written.execute().catch((err: unknown) => app.log.error({ err }, 'A refusal was not written to the operation log'));
  };
  const counts = new RefusalCounts<Line>((line, rest) =>
    write({ ...line, optMessage: `另有 ${rest} 次被拒绝`, requestId: null, requestParams: undefined, duration: null }),
  );
  app.decorateRequest('refusedParts', 0);
  app.addHook('onClose', () => counts.flush());
  app.addHook('onResponse', async (request, reply) => {
    const refused = request.answerCode === codes.notPermitted.code ? 1 : request.refusedParts;
    if (refused === 0 || request.signedIn === null || request.method === 'HEAD') return;
    const resource = resources.find(({ name }) => request.routeOptions.url?.startsWith(`/api/${name}/`));
    const line = lineOf(request, resource, Math.round(reply.elapsedTime));
    const call = `${line.requestMethod} ${line.requestPath}`;
    for (let left = await counts.take(request.signedIn.userId, call, refused, line); left > 0; left--) await write(line);
  });
}

/** `resource` is the one that the call belongs to. */
const lineOf = (request: FastifyRequest, resource: Resource | undefined, duration: number | null) => ({
  ...callColumns(request),
  optModule: resource?.title ?? null,
  optType: '拒绝',
  optStatus: outcomes.failure,
  // The refusal of one part of a call is not in the message of the answer.
  optMessage: request.answerCode === codes.notPermitted.code ? request.answerMessage : codes.notPermitted.message,
  requestParams: resource && requestParams(resource, request),
  duration,
});
type Line = Omit<ReturnType<typeof lineOf>, 'requestId'> & { requestId: string | null };
