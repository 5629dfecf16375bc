import type { Issue } from '@back-office/contract/resource/issue.ts';
import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { sql } from 'kysely';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { requireNotStronger } from '@back-office/server/identity/rights/grantable.ts';
import { isAddressRange } from '@back-office/server/identity/api-keys/allowed-address.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { token } from '../token.ts';

type TokenRow = CheckedOf<typeof token>;

/** The issues of keys to be written, by index; 40300 for their owners, as described at `requireMayManageTokensOf`. */
export async function tokenIssues(context: Context, office: Office, checked: readonly TokenRow[]): Promise<(Issue & { row: number })[]> {
  await requireMayManageTokensOf(
    context,
    checked.flatMap(({ values, current }) => [current?.sysUserId ?? [], values.sysUserId ?? []].flat()),
  );
  const expiry = await expiryIssues(context, checked);
  return checked.flatMap(({ values, current }, row) =>
    [
      ...rightsIssues(office, newOf(values.tokenRights, current?.tokenRights)),
      ...addressIssues(values.allowedAddresses),
      ...(expiry.get(row) ?? []),
    ].map((issue) => ({
      ...issue,
      row,
    })),
  );
}

/** Refuses with 40300 keys of people who hold rights that the caller lacks; the caller's own keys are always allowed. */
export async function requireMayManageTokensOf(context: Context, people: readonly string[]): Promise<void> {
  if (context.user.key !== undefined) throw new Refusal('notPermitted', { message: '接口密钥不能管理接口密钥' });
  const others = people.filter((id) => id !== context.user.userId);
  await requireNotStronger(context, others);
}

/**
 * The rights that a key does not have yet: those that it has stay, even if the resource was taken away since. They do nothing without it, and what a
 * key may do is cut to what its person holds at each call (`narrow`).
 */
const newOf = (rights: readonly string[] = [], before: readonly string[] = []): string[] =>
  rights.filter((right) => !before.includes(right));

/** Validates rights against the application: permissions of resources, and those of its menu. */
function rightsIssues({ resources, menu }: Office, rights: readonly string[]): Issue[] {
  const own = menu.flatMap(({ sections }) => sections.flatMap(({ permissions = {} }) => Object.keys(permissions)));
  const words = new Set<string>([...standardPermissions, ...own]);
  const pages = menu.flatMap(({ sections }) => sections.map(subjectOf));
  const names = new Set([...resources.map(({ name }) => name), ...pages].filter((name) => name !== 'sys/token'));
  const wrong = rights.find((right) => {
    // The permission may itself contain a colon.
    const at = right.indexOf(':');
    return !names.has(right.slice(0, at)) || !words.has(right.slice(at + 1));
  });
  return wrong === undefined ? [] : [{ field: 'tokenRights', message: `没有这个权限：${wrong}` }];
}

function addressIssues(addresses: readonly string[] = []): Issue[] {
  const wrong = addresses.find((address) => !isAddressRange(address));
  return wrong === undefined ? [] : [{ field: 'allowedAddresses', message: `不是有效的 IP 地址或网段：${wrong}` }];
}

/** A key is valid for at most a year, by the database's clock (docs/wire.md "Programs"). */
async function expiryIssues({ db }: Context, checked: readonly TokenRow[]): Promise<ReadonlyMap<number, Issue[]>> {
  const times = checked.map(({ values, current }) => (values.expireTime === current?.expireTime ? null : (values.expireTime ?? null)));
  if (times.every((time) => time === null)) return new Map();
  const { rows } = await sql<{ past: boolean | null; far: boolean | null }>`
    SELECT t <= now() AS past, t > now() + interval '1 year' AS far FROM unnest(${times}::timestamptz[]) WITH ORDINALITY x(t, n) ORDER BY n`.execute(
    db,
  );
  return new Map(
    rows.map(({ past, far }, row) => {
      const message = past === true ? '到期时间应晚于现在' : far === true ? '到期时间最长为一年' : undefined;
      return [row, message === undefined ? [] : [{ field: 'expireTime', message }]];
    }),
  );
}
