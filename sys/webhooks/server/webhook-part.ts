import { statuses } from '@back-office/contract/status.ts';
import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { SavedOf } from '@back-office/contract/resource/row.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { refusedField, refusedRows, requireFound } from '@back-office/server/platform/http/refusal.ts';
import { webhook } from '../webhook.ts';
import type { WebhookParts } from './parts.ts';
import { setNewSecret } from './signing.ts';
import { requireMayManageWebhooksOf, webhookIssues } from './webhook-guard.ts';
import { webhookRoutes } from './webhook-routes.ts';

type WebhookRow = CheckedOf<typeof webhook>;

/** Maximum number of webhooks per person: each change is matched against all of them. */
const maxOwnWebhooks = 50;

/** Webhooks: their maker's rights decide what is delivered; only the answer that creates one contains its secret. */
export const webhookPart = (parts: WebhookParts): ResourcePart => ({
  operations: {
    guard: (context, _resource, checked: readonly WebhookRow[]) => webhookIssues(context, parts, checked),
    write: async (context, resource: WithFieldsOf<typeof webhook>, checked: readonly WebhookRow[]) => {
      const issues = await webhookIssues(context, parts, checked);
      if (issues.length > 0) throw refusedRows(issues, checked);
      return writeWebhooks(context, resource, parts, checked);
    },
    remove: removeWebhooks,
  },
  routes: (app, routeParts) => webhookRoutes(app, routeParts, parts),
});

async function writeWebhooks(
  context: Context,
  resource: WithFieldsOf<typeof webhook>,
  { seal }: WebhookParts,
  checked: readonly WebhookRow[],
): Promise<(SavedOf<typeof webhook> & { secret?: string })[]> {
  const { userId } = context.user;
  const added = checked.filter(({ current }) => current === undefined);
  if (added.length > 0) await requireRoom(context, added.length);
  const rows = await writeAll(
    context,
    resource,
    checked.map((row) => ({ ...row, values: { ...row.values, ...besides(row, userId) } })),
  );
  const secrets = new Map<string, string>();
  for (const { id } of added) secrets.set(id, await setNewSecret(context.db, seal, id));
  return rows.map((row) => {
    const secret = secrets.get(row.id);
    return secret === undefined ? row : { ...row, secret };
  });
}

/** Sets the owner at the first save, and clears the reason for being off when somebody enables it. */
const besides = ({ current, values }: WebhookRow, userId: string) => ({
  ...(current === undefined ? { sysUserId: userId } : {}),
  ...(values.webhookStatus === statuses.enabled ? { offReason: null } : {}),
});

async function requireRoom({ db, user: { userId } }: Context, addedCount: number): Promise<void> {
  // Serialised by a row lock: two concurrent calls would each find room for one.
  await db.selectFrom('sys_user').select('id').where('id', '=', userId).forUpdate().execute();
  const { count } = await db
    .selectFrom('sys_webhook')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sysUserId', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) + addedCount > maxOwnWebhooks) throw refusedField('webhookName', `每人最多 ${maxOwnWebhooks} 个推送，请先删除不用的`);
}

/** The recycle bin keeps neither the secret nor the deliveries. */
async function removeWebhooks(context: Context, _resource: unknown, ids: readonly string[]): Promise<void> {
  const rows = await selectRows(context, webhook, ids);
  requireFound(ids, rows);
  await requireMayManageWebhooksOf(
    context,
    rows.flatMap(({ sysUserId }) => sysUserId ?? []),
  );
  await remove({ ...context, keepDeleted: () => Promise.resolve() }, webhook, ids);
}
