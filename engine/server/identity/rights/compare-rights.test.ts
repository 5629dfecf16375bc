import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { compareHolders } from './compare-rights.ts';
import { effectiveRightsOf, type HeldRole, OrgTree, type RightsHolder, type RightsSnapshot } from './effective-rights.ts';

const orgs = Array.from({ length: 500 }, (_, at) => ({ id: `o${at}`, parentId: at === 0 ? null : `o${(at - 1) >> 2}` }));
const resources = Array.from({ length: 30 }, (_, at) => `sys/r${String.fromCharCode(97 + (at >> 3), 97 + (at & 7))}`);
const matters = new Set(resources);

/** How often a list of organisations was read through, and an organisation looked up: what copies and scans of sets cost. */
const cost = { read: 0, lookedUp: 0 };
class CountedOrgs extends Array<string> {
  override [Symbol.iterator](): ArrayIterator<string> {
    cost.read++;
    return super[Symbol.iterator]();
  }
}
class CountedTree extends OrgTree {
  override has(id: string): boolean {
    cost.lookedUp++;
    return super.has(id);
  }
}

const role = (id: string, dataScope: string, permission: string): HeldRole => ({
  id,
  dataScope,
  status: '正常',
  orgs: dataScope === '自定义' ? CountedOrgs.from(orgs.map((org) => org.id)) : [],
  grants: resources.map((resource) => ({ component: `${resource}/list`, permission, isEnabled: true })),
});
const holders: RightsHolder[] = Array.from({ length: 5000 }, (_, at) => {
  const [home, other] = [`o${at % 500}`, `other${Math.floor(at / 500)}`];
  return { key: `${home} ${other}`, home, status: '正常', roles: ['changed', other], mine: false };
});
/** The rights of five thousand holders of a role, each with another role or another organisation. */
function snapshot(permission: string): RightsSnapshot {
  const others = Array.from({ length: 10 }, (_, at) => role(`other${at}`, at % 2 === 0 ? '本机构及下级' : '自定义', 'read'));
  const roles = [role('changed', '自定义', permission), role('giver', '自定义', 'write'), ...others];
  return { holders, roles: new Map(roles.map((one) => [one.id, one])), tree: new CountedTree(orgs) };
}

it('five thousand holders of a role with five hundred organisations are compared without keeping the event loop, set by set', async () => {
  const [before, after] = [snapshot('read,edit'), snapshot('read,edit,delete')];
  const own = effectiveRightsOf({ home: 'o0', status: '正常', roles: ['giver'] }, after);
  let [isOver, longest] = [false, 0];
  const watching = (async () => {
    for (let start = process.cpuUsage(); !isOver; start = process.cpuUsage()) {
      await nextTurn();
      const { user, system } = process.cpuUsage(start);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  const start = process.cpuUsage();
  await compareHolders(before, after, own, matters);
  isOver = true;
  const { user, system } = process.cpuUsage(start);
  await watching;
  // Holder by holder and resource by resource these were 30,000 and 150 million.
  expect(cost.read).toBeLessThan(50);
  expect(cost.lookedUp).toBeLessThan(100_000);
  expect(longest).toBeLessThan(Math.max(50, (user + system) / 1000 / 4));
});
