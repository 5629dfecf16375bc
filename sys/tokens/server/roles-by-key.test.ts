import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { expect, it } from 'vitest';

type Node = { functionComponent: string; functionPermission: string | null; sysFunctions: Node[] };

it('select-roles tells an API key of the pages and words that it lists and its owner may use, and of no others', async () => {
  const app = await openTestApp({ keyCallsPerMinute: 0 });
  const admin = await app.admin();
  const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
  const told = async (sysUserId: string, tokenRights: readonly string[]) => {
    const posted = { tokenName: '考勤同步', sysUserId, tokenRights, expireTime };
    const key = (await app.call<{ token: string }>(admin, 'POST', 'sys/token/save', posted)).data.token;
    const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.sysFunctions)]);
    const { data } = await app.call<{ functions: Node[] }>(key, 'GET', 'sys/user/select-roles');
    return flat(data.functions).map(({ functionComponent, functionPermission }) => [functionComponent, functionPermission]);
  };
  const person = await app.userWith({ 'sys/dict': ['read', 'edit'], 'sys/org': ['read'] });
  expect(await told(person.userId, ['sys/dict:read', 'sys/user:read'])).toEqual([['sys/dict/list', 'read']]);
  // The page of the dictionaries with the two groups above it, and no other group.
  expect(await told(systemIds.adminUser, ['sys/dict:read'])).toEqual([
    ['Layout', null],
    ['AppMain', null],
    ['sys/dict/list', 'read'],
    ['sys/dict/view', 'read'],
  ]);
  await app.drop();
});
