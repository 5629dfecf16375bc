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
    /** How many parts of a successful call were refused because a permission was missing. */
    refusedParts: number;
  }
}

/**
 * Changes stored records one after the other, each as if it were a call of its own: the session and the permission are checked again, the change has
 * its own transaction, and an `Idempotency-Key` makes it happen once. A refusal is returned in the record's place and does not stop the others
 * (docs/decisions/0062-many-at-once.md).
 */
export async function saveEach<Row>(
  { db, contextOf }: RouteParts,
  request: FastifyRequest,
  change: (context: Context, posted: Posted) => Promise<Row>,
): Promise<EachAnswer<Row>> {
  const results: EachResult<Row>[] = [];
  for (const [at, asked] of readRecordsWithIds(request.body).entries()) {
    try {
      // The session hook has checked the first one already.
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

/** Reads the body as stored records: a record without an id is refused, since adding one needs another permission. */
function readRecordsWithIds(body: unknown): Posted[] {
  const posted = recordsOf(body);
  if (posted.length === 0) throw refusedField('rows', '没有可保存的数据');
  if (posted.length > eachLimit) throw refusedField('rows', `一次最多修改 ${eachLimit} 条`);
  const isStored = ({ id }: Posted): boolean => typeof id === 'string' && id !== '';
  const added = posted.flatMap((one, row) => (isStored(one) ? [] : [{ row, field: 'id', message: '修改时必须带上编号' }]));
  const issues = withNoRecords(posted, added);
  if (issues.length > 0) throw refused(issues);
  return posted;
}
