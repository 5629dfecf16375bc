import { statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { checkAll } from '@back-office/server/crud/save.ts';
import { select } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { onceConfirmed } from '@back-office/server/identity/two-factor/confirm-person.ts';
import type { SignInParts } from '@back-office/server/identity/two-factor/sign-in-parts.ts';
import { type CallShape, formShape, recordShape } from '@back-office/contract/calls/call-shape.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { ownListRoute, ownRecords, ownRemovalRoute } from '../../shared/server/own-records.ts';
import { extendedAs } from '../../shared/server/extended-as.ts';
import { proofFields } from '../../shared/server/proof-shape.ts';
import { token } from '../token.ts';

/** Maximum number of keys per person. */
const maxOwnTokens = 50;

const { scope: _scope, ...everyone } = token;

/** Without a data scope, so that people always see their own keys. */
const ownToken = defineResource(everyone);
/** The fields that people fill in; the owner is always themselves. */
const ownForm = defineResource({ ...everyone, form: ['tokenName', 'tokenRights', 'allowedAddresses', 'expireTime'], import: [] });
const [extendedToken, extendedForm] = [extendedAs(ownToken), extendedAs(ownForm)];

const shape = {
  body: formShape(ownForm).extend(proofFields),
  data: z.intersection(recordShape(token), z.object({ token: z.string().describe('只返回这一次') })),
} satisfies CallShape;

const endShape = { data: z.object({ ended: z.int() }) } satisfies CallShape;

type Checked = readonly CheckedOf<typeof token>[];

interface Parts extends RouteParts {
  readonly signIn: SignInParts;
  readonly issuesOf: (context: Context, checked: Checked) => Promise<readonly Issue[]>;
}

/**
 * A person's own keys in the personal centre: listing, creating and removing them, whatever their rights on 接口密钥. A key outlives its maker's
 * session and password, so making one needs re-authentication.
 */
export function ownTokenRoutes(app: FastifyInstance, parts: Parts, { write, remove }: Operations): void {
  const config = { right: 'session' } as const;
  ownListRoute(app, parts, ownToken);
  ownRemovalRoute(app, parts, { remove }, ownToken);
  app.delete('/api/sys/token/delete-own-all', { config: { ...config, shape: endShape } }, async (request) =>
    ok(
      await once(parts.db, request, async (db) => {
        const context = parts.contextOf(db, request);
        const ids = (await ownRecords(context, ownToken, context.user.userId)).map(({ id }) => id);
        if (ids.length > 0) await remove(context, ownToken, ids);
        return { ended: ids.length };
      }),
    ),
  );
  app.post('/api/sys/token/save-own', { config: { ...config, shape } }, async (request) => {
    const { password: _password, code: _code, passkey: _passkey, ...posted } = recordOf(request.body);
    const make = (db: Kysely<Tables>) => makeOwn(parts, parts.contextOf(db, request), posted, write);
    // Checked before the proof too.
    const check = async () => {
      const context = parts.contextOf(parts.db, request);
      await checkOwn(parts, context, posted);
      await refuseMore(context);
    };
    return ok(await onceConfirmed(parts.signIn, request, make, check));
  });
}

async function checkOwn({ issuesOf }: Parts, context: Context, posted: Readonly<Record<string, unknown>>) {
  if (posted['id'] !== undefined) throw refusedField('id', '密钥建好后不能修改，请另建一个');
  const { checked, issues } = await checkAll(context, extendedForm(context), [posted], { alone: true });
  const found = issues.length > 0 ? issues : await issuesOf(context, checked);
  if (found.length > 0) throw refused(found.map(({ field, message }) => ({ field, message })));
  return checked;
}

async function refuseMore(context: Context): Promise<void> {
  if ((await ownRecords(context, ownToken, context.user.userId)).length >= maxOwnTokens)
    throw refusedField('tokenName', `每人最多 ${maxOwnTokens} 个接口密钥，请先删除不用的`);
}

async function makeOwn(parts: Parts, context: Context, posted: Readonly<Record<string, unknown>>, write: Operations['write']) {
  const { userId } = context.user;
  const checked = await checkOwn(parts, context, posted);
  // Serialised by a row lock: two concurrent calls would each find room for one.
  await context.db.selectFrom('sys_user').select('id').where('id', '=', userId).forUpdate().execute();
  await refuseMore(context);
  const rows = checked.map((row) => ({ ...row, values: { ...row.values, sysUserId: userId, tokenStatus: statuses.enabled } }));
  const [made] = await write(context, extendedToken(context), rows);
  if (made === undefined) throw new Refusal('gone');
  // Fields that modules add are left out: showing them is up to those modules, in lists of keys.
  return { ...(await select(context, ownToken, made.id)), token: made['token'] };
}
