import { type EachAnswer, eachLimit, type EachResult } from '@back-office/contract/calls/save-each.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { FastifyRequest } from 'fastify';
import { once } from '../identity/session/once.ts';
import { admitAgain } from '../identity/session/admit.ts';
import { recordsOf, withNoRecords } from '../platform/http/record-of.ts';
import { Refusal, refused, refusedField } from '../platform/http/refusal.ts';
import type { Posted } from './checked.ts';
import type { Context } from './context.ts';
import type { RouteParts } from './operations.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How many parts of a call that was answered were refused for want of a right. */
    refusedParts: number;
  }
}

/**
 * Changes stored records one after the other, each as if it had been asked for by itself: the session and the right are asked
 * again, it has a transaction of its own, and with an `Idempotency-Key` it happens once. What is refused stands in
 * the answer, and keeps no other from being changed (docs/decisions/0062-many-at-once.md).
 */
export async function changeEach<Row>(
  { db, contextOf }: RouteParts,
  request: FastifyRequest,
  change: (context: Context, posted: Posted) => Promise<Row>,
): Promise<EachAnswer<Row>> {
  const results: EachResult<Row>[] = [];
  for (const [at, asked] of readStored(request.body).entries()) {
    try {
      // Before the first the hook has asked.
      if (at > 0) await admitAgain(request);
      const work = (transaction: RouteParts['db']) => change(contextOf(transaction, request), asked);
      results.push({ saved: await once(db, request, work, { name: String(at), asked }) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, data } = error.envelope();
      if (code === codes.notPermitted.code) request.refusedParts += 1;
      results.push({ refused: { code, message, ...(data === undefined ? {} : { data }) } });
    }
  }
  return { results };
}

/** The body as records that are stored: nothing is added here, which another right is for. */
function readStored(body: unknown): Posted[] {
  const posted = recordsOf(body);
  if (posted.length === 0) throw refusedField('rows', '没有可保存的数据');
  if (posted.length > eachLimit) throw refusedField('rows', `一次最多修改 ${eachLimit} 条`);
  const isStored = ({ id }: Posted): boolean => typeof id === 'string' && id !== '';
  const added = posted.flatMap((one, row) => (isStored(one) ? [] : [{ row, field: 'id', message: '修改时必须带上编号' }]));
  const issues = withNoRecords(posted, added);
  if (issues.length > 0) throw refused(issues);
  return posted;
}
