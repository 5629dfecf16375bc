import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { given, Statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Refusal, refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from './session-hook.ts';
import { withRights } from './with-rights.ts';
import { ago } from '../../platform/database/now.ts';

/** A part of a call that is a change of its own: its name within the call, and the part of the body that it concerns. */
interface Part {
  readonly name: string;
  readonly asked: unknown;
}

/**
 * Runs a change in one transaction, with the rights that hold at its end; with an `Idempotency-Key` header, once: a
 * repeat within 24 h gets the first answer (docs/wire.md "Generic calls"). A repeat that arrives while the first still
 * runs waits for it. The same key with another body is refused with 40000; a failed change leaves no trace, so its
 * repeat runs. In a call with several changes, each is a `part`, and all this applies to each separately.
 * @example
 * export const routes = (app: FastifyInstance, { db, contextOf }: RouteParts): void => {
 *   app.put<{ Params: { id: string } }>('/api/acme/org/touch/:id', { config: { right: { resource: 'sys/org', permission: 'edit' } } }, async (request) =>
 *     ok(await once(db, request, async (transaction) => (await selectLocked(contextOf(transaction, request), org, request.params.id)).orgName)),
 *   );
 * };
 */
export async function once<Data>(
  db: Kysely<Tables>,
  request: FastifyRequest,
  work: (transaction: Kysely<Tables>) => Promise<Data>,
  part?: Part,
): Promise<Data> {
  const asked = askedOf(request, part);
  if (asked === undefined) return withRights(db, request, work);
  const { key, ...hashes } = asked;
  const { userId, keyHash } = hashes;
  return withRights(db, request, async (transaction) => {
    await dropOld.send(transaction, { userId, keyHash });
    const taken = await claimKey.run(transaction, hashes);
    if (taken.length === 0) {
      const first = await firstAnswer<Data>(transaction, asked);
      if (first === undefined) throw otherRequest();
      return first.data;
    }
    const data = await work(transaction);
    await keepAnswer.send(transaction, { userId, keyHash, answer: seal(key, data === undefined ? noData : JSON.stringify(data)) });
    return data;
  });
}

/** The first answer to a call, if this one repeats it with its `Idempotency-Key`. Refuses as `once` does. */
async function answeredBefore<Data>(db: Kysely<Tables>, request: FastifyRequest): Promise<{ data: Data } | undefined> {
  const asked = askedOf(request);
  if (asked === undefined) return undefined;
  return withRights(db, request, async (transaction) => {
    await dropOld.send(transaction, { userId: asked.userId, keyHash: asked.keyHash });
    return firstAnswer<Data>(transaction, asked);
  });
}

/**
 * Runs a change as `once` does, after `prove`, which requires a proof that serves once (`proveOnce`). A repeat with its `Idempotency-Key` gets the
 * first answer without one.
 */
export async function onceProved<Data>(
  db: Kysely<Tables>,
  request: FastifyRequest,
  prove: () => Promise<unknown>,
  work: (transaction: Kysely<Tables>) => Promise<Data>,
): Promise<Data> {
  const before = await answeredBefore<Data>(db, request);
  if (before !== undefined) return before.data;
  try {
    await prove();
  } catch (refusal) {
    // The first may have finished meanwhile, and left nothing to prove or change.
    const meanwhile = await answeredBefore<Data>(db, request);
    if (meanwhile === undefined) throw refusal;
    return meanwhile.data;
  }
  return once(db, request, work);
}

/**
 * Consumes a proof that serves once, in the transaction that consumes it, unless it was consumed for this call with its `Idempotency-Key` in the last
 * five minutes: a repeat that arrives while the first still runs has the same code. The caller serialises this for each person.
 */
export async function proveOnce<Result extends { readonly isRight: boolean }>(
  transaction: Kysely<Tables>,
  request: FastifyRequest,
  consume: () => Promise<Result>,
): Promise<Result | { readonly isRight: true; readonly isRepeat: true }> {
  const asked = askedOf(request);
  if (asked === undefined) return consume();
  // No header contains a line break, so that this is no caller's key.
  const proof = { userId: asked.userId, keyHash: sha256(`\nproof\n${asked.key}`), requestHash: asked.requestHash };
  if ((await findProof.run(transaction, proof)).length > 0) return { isRight: true, isRepeat: true };
  const result = await consume();
  if (result.isRight) await keepProof.send(transaction, proof);
  return result;
}

interface Asked {
  readonly userId: string;
  readonly key: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
}

/** What identifies a call with an `Idempotency-Key`; undefined without one. */
function askedOf(request: FastifyRequest, part?: Part): Asked | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header === '') throw refusedField('Idempotency-Key', 'Idempotency-Key 不能为空');
  const key = part === undefined ? header : `${header}\n${part.name}`;
  const body = JSON.stringify((part === undefined ? request.body : part.asked) ?? null);
  return {
    userId: signedInOf(request).userId,
    key,
    keyHash: sha256(key),
    requestHash: sha256(`${request.method} ${request.url} ${body}`),
  };
}

const dropOld = new Statement(
  () => sql`
    DELETE FROM sys_idempotency
    WHERE sys_user_id = ${given('userId')} AND key_hash = ${given('keyHash')} AND create_time < ${ago('24 hours')}`,
);
const claimKey = new Statement(
  () => sql`
    INSERT INTO sys_idempotency (sys_user_id, key_hash, request_hash) VALUES (${given('userId')}, ${given('keyHash')}, ${given('requestHash')})
    ON CONFLICT DO NOTHING RETURNING key_hash`,
);
const findProof = new Statement(
  () => sql`
    SELECT 1 AS found FROM sys_idempotency WHERE sys_user_id = ${given('userId')} AND key_hash = ${given('keyHash')}
      AND request_hash = ${given('requestHash')} AND create_time > ${ago('5 minutes')}`,
);
const keepProof = new Statement(
  () => sql`
    INSERT INTO sys_idempotency (sys_user_id, key_hash, request_hash) VALUES (${given('userId')}, ${given('keyHash')}, ${given('requestHash')})
    ON CONFLICT (sys_user_id, key_hash) DO UPDATE SET request_hash = excluded.request_hash, create_time = now()`,
);
const keepAnswer = new Statement(
  () =>
    sql`UPDATE sys_idempotency SET answer = ${given('answer')} WHERE sys_user_id = ${given('userId')} AND key_hash = ${given('keyHash')}`,
);

/** What is kept of an answer without data; a node of an earlier version reads it as null. */
const noData = 'null ';

async function firstAnswer<Data>(db: Kysely<Tables>, { userId, key, keyHash, requestHash }: Asked): Promise<{ data: Data } | undefined> {
  const first = await db
    .selectFrom('sys_idempotency')
    .select(['requestHash', 'answer'])
    .where('sysUserId', '=', userId)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst();
  if (first === undefined) return undefined;
  // The answer is written in the transaction that created the row, so the row is never visible without it.
  if (first.answer === null || !first.requestHash.equals(requestHash)) throw otherRequest();
  const text = open(key, first.answer);
  return { data: (text === noData ? undefined : JSON.parse(text)) as Data };
}

/** The refusal of a key that was used for a different request. */
export const otherRequest = (): Refusal => refusedField('Idempotency-Key', '同一个 Idempotency-Key 不能用于不同的请求');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

// Only a client that knows the key can read the answer again: a stolen database discloses no one-time password.
const answerKey = (key: string): Buffer => sha256(`idempotency answer ${key}`);

function seal(key: string, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', answerKey(key), iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function open(key: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', answerKey(key), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}
