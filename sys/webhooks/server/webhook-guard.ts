import type { Issue } from '@back-office/contract/resource/issue.ts';
import { statuses } from '@back-office/contract/status.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { isIP } from 'node:net';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { requireNotStronger } from '@back-office/server/identity/rights/grantable.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { eventsOf } from '../events-of.ts';
import type { webhook } from '../webhook.ts';
import { refuseKeysOfOthers } from '../../shared/server/refuse-keys-of-others.ts';
import { mayConnect } from './target-address.ts';

type WebhookRow = CheckedOf<typeof webhook>;

/** The issues of webhooks to be written, by index; 40300 for one whose owner holds rights that the caller lacks. */
export async function webhookIssues(
  context: Context,
  { office, allowPrivate }: { office: Office; allowPrivate: boolean },
  checked: readonly WebhookRow[],
): Promise<(Issue & { row: number })[]> {
  await requireMayManageWebhooksOf(
    context,
    checked.flatMap(({ current }) => current?.sysUserId ?? []),
  );
  return checked.flatMap(({ values, current }, row) =>
    [
      // An unchanged one stays: what may be connected to is also checked before each delivery.
      ...(isRedirected({ values, current })
        ? [...borrowIssues(context, current), ...urlIssues(values.webhookUrl ?? '', allowPrivate)]
        : []),
      ...eventIssues(context, office, { values, current }),
    ].map((issue) => ({ ...issue, row })),
  );
}

/** Refuses with 40300 webhooks of people who hold rights that the caller lacks, and keys of others: changing one could reveal what its maker may read. */
export async function requireMayManageWebhooksOf(context: Context, people: readonly string[]): Promise<void> {
  refuseKeysOfOthers(context, '推送');
  await requireNotStronger(
    context,
    people.filter((id) => id !== context.user.userId),
  );
}

/** Only its maker's rights are asked at each delivery: whoever else redirects it would go on receiving after losing theirs. */
const mayRedirect = ({ user }: Context, sysUserId: string | null): boolean => user.rights.all || sysUserId === user.userId;

const borrowIssues = (context: Context, current: WebhookRow['current']): Issue[] =>
  current === undefined || mayRedirect(context, current.sysUserId ?? null)
    ? []
    : [{ field: 'webhookUrl', message: '只有建立者和管理员能更换接收地址，请另建一个推送' }];

/** Refuses with 40300 a new secret for a webhook as `webhookIssues` refuses another address. */
export async function requireMayRenewSecret(context: Context, sysUserId: string | null): Promise<void> {
  await requireMayManageWebhooksOf(context, sysUserId === null ? [] : [sysUserId]);
  if (!mayRedirect(context, sysUserId)) throw new Refusal('notPermitted', { message: '只有建立者和管理员能更换签名密钥，请另建一个推送' });
}

const isRedirected = ({ values, current }: Pick<WebhookRow, 'values' | 'current'>): boolean =>
  typeof values.webhookUrl === 'string' && values.webhookUrl !== current?.webhookUrl;

function urlIssues(text: string, allowPrivate: boolean): Issue[] {
  const wrong = (message: string): Issue[] => [{ field: 'webhookUrl', message }];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return wrong('接收地址不是有效的网址');
  if (url.username !== '' || url.password !== '') return wrong('接收地址不能带用户名或密码');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && (/(^|\.)localhost\.?$/.test(host) || (isIP(host) !== 0 && !mayConnect(host, false))))
    return wrong('接收地址不能指向内部网络');
  return isIP(host) !== 0 && !mayConnect(host, allowPrivate) ? wrong('接收地址不能指向这个网段') : [];
}

/**
 * Only events that the caller may read can be added, redirected to another address or resent. Existing ones stay otherwise, and are
 * delivered while their maker may read them. Events of a removed module, or that cannot come, are not delivered.
 */
function eventIssues({ user }: Context, office: Office, { values, current }: Pick<WebhookRow, 'values' | 'current'>): Issue[] {
  const before = current?.events ?? [];
  const isReset =
    isRedirected({ values, current }) || (values.webhookStatus === statuses.enabled && current?.webhookStatus !== statuses.enabled);
  for (const event of values.events ?? before) {
    const name = event.slice(0, event.indexOf(':'));
    const isOld = before.includes(event);
    const isSupported = office.resources.some((resource) => resource.name === name && eventsOf(office, resource).has(event));
    if (isOld && !(isReset && isSupported)) continue;
    if (!isSupported) return [{ field: 'events', message: `没有这个事件：${event}` }];
    if (!may(user.rights, name, 'read')) return [{ field: 'events', message: `您没有查看权限，不能接收这个事件：${event}` }];
  }
  return [];
}
