import { type CallShape, nothing } from '@back-office/contract/calls/call-shape.ts';
import { readShape } from '../../platform/http/read-as.ts';
import { recordOf } from '../../platform/http/record-of.ts';
import { isPreferenceKey, preferenceLimits, type PreferencesAnswer } from '@back-office/contract/calls/preference.ts';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../platform/database/tables.ts';
import { ok } from '../../platform/http/ok.ts';
import { once } from '../session/once.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from '../session/session-hook.ts';
import { isStorable } from './is-storable.ts';
import { lockName } from '../../platform/database/lock-name.ts';

const shape = {
  body: z.object({ value: z.unknown().optional().describe('任意 JSON；null 为取消') }),
  data: nothing,
} satisfies CallShape;

/**
 * GET and PUT /api/sys/user/preference: a person's own preferences, never another's. They are not business records, so
 * the operation log does not mention them.
 */
export function preferenceRoutes(app: FastifyInstance, db: Kysely<Tables>): void {
  app.get(
    '/api/sys/user/preference',
    { config: { right: 'session', shape: { data: z.record(z.string(), z.unknown()) } } },
    async (request) => ok(await readAll(db, signedInOf(request).userId)),
  );

  app.put<{ Params: { key: string } }>(
    '/api/sys/user/preference/:key',
    // Room for the escapes of a value that is just within its limit.
    { config: { right: 'session', shape }, bodyLimit: 8 * preferenceLimits.bytes },
    async (request) => {
      const { key } = request.params;
      if (!isPreferenceKey(key)) throw refusedField('key', '设置的名称无效');
      const value = valueOf(request.body);
      return ok(await once(db, request, (transaction) => write(transaction, signedInOf(request).userId, key, value)));
    },
  );
}

async function readAll(db: Kysely<Tables>, userId: string): Promise<PreferencesAnswer> {
  const rows = await db.selectFrom('sys_user_preference').select(['key', 'value']).where('sysUserId', '=', userId).execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** The value as JSON text, or null; refused if it is missing, too large, too deep or cannot be stored as text. */
function valueOf(body: unknown): string | null {
  const { value } = readShape(shape.body, recordOf(body));
  if (value === undefined) throw refusedField('value', '设置的内容不能为空');
  if (value === null) return null;
  if (!isStorable(value, preferenceLimits.depth)) throw refusedField('value', '设置的内容格式不正确');
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > preferenceLimits.bytes) throw refusedField('value', '设置的内容过大');
  return text;
}

async function write(db: Kysely<Tables>, userId: string, key: string, value: string | null): Promise<undefined> {
  if (value === null) {
    await db.deleteFrom('sys_user_preference').where('sysUserId', '=', userId).where('key', '=', key).execute();
    return;
  }
  // Serialised per person: two concurrent writes would both count just below the limit.
  await lockName(db, `preference:${userId}`);
  const { numAffectedRows } = await sql`
    INSERT INTO sys_user_preference (sys_user_id, key, value)
    SELECT ${userId}, ${key}, ${value}::jsonb
    WHERE (SELECT count(*) FROM sys_user_preference WHERE sys_user_id = ${userId} AND key <> ${key}) < ${preferenceLimits.keys}
    ON CONFLICT (sys_user_id, key) DO UPDATE SET value = excluded.value, update_time = now()`.execute(db);
  if (numAffectedRows === 0n) throw refusedField('key', `个人设置不能超过 ${preferenceLimits.keys} 项`);
}
