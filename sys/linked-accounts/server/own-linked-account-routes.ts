import { type CallShape, nothing } from '@back-office/contract/calls/call-shape.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { onceRemovedConfirmed } from '@back-office/server/identity/two-factor/confirm-person.ts';
import type { SignInParts } from '@back-office/server/identity/two-factor/sign-in-parts.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { ownIdOf, ownListRoute } from '../../shared/server/own-records.ts';
import { proofFields } from '../../shared/server/proof-shape.ts';
import { linkedAccount } from '../linked-account.ts';

const { scope: _scope, ...everyone } = linkedAccount;

/** Without a data scope, so that people always see their own linked accounts. */
const ownLinkedAccount = defineResource(everyone);

const shape = { body: z.object(proofFields), data: nothing } satisfies CallShape;

type Parts = RouteParts & { readonly signIn: SignInParts };

/**
 * A person's own linked accounts in the personal centre: listing and removing them, whatever their rights on 关联账号. Whoever finds an open browser
 * must not take its owner's way in away, so removing one needs re-authentication.
 */
export function ownLinkedAccountRoutes(app: FastifyInstance, parts: Parts, { remove }: Operations): void {
  ownListRoute(app, parts, ownLinkedAccount);
  app.post<{ Params: { id: string } }>('/api/sys/linked-account/end-own/:id', { config: { right: 'session', shape } }, async (request) => {
    const requireEndable = async (db: Kysely<Tables>): Promise<[Context, string]> => {
      const context = parts.contextOf(db, request);
      const id = await ownIdOf(context, ownLinkedAccount, request.params.id);
      await refuseSynchronised(context, id);
      return [context, id];
    };
    await onceRemovedConfirmed(
      parts.signIn,
      request,
      async (db) => {
        const [context, id] = await requireEndable(db);
        await remove(context, ownLinkedAccount, [id]);
      },
      () => requireEndable(parts.db),
    );
    return ok(undefined);
  });
}

/** An account that a directory synchronises stays linked: linked with another person, its owner's dismissal would disable that one alone. */
async function refuseSynchronised({ db }: Context, id: string): Promise<void> {
  const found = await db
    .selectFrom('sys_linked_account as l')
    .innerJoin('sys_directory_entry as e', (join) => join.onRef('e.recordId', '=', 'l.sysUserId').onRef('e.entryKey', '=', 'l.subject'))
    .select('l.id')
    .where('e.entryKind', '=', 'person')
    .where('l.id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (found !== undefined) throw new Refusal('notPermitted', { message: '由目录同步管理，请联系管理员解除关联' });
}
