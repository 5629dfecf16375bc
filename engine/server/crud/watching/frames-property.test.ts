import type { ChangedData, LiveFrame } from '@back-office/contract/calls/live.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LiveClient, openLive } from '../../testing/live-client.ts';
import { at, buildStaff, dataScopes, sizes, staffPlan, type World } from '@back-office/app/testing/server/random-staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';

/*
 * Over random organisations, roles and people: what the socket tells a person of a record or notice, they could read before the change or can read
 * after it; and a person who has a record open and reads it before and after is notified (docs/wire.md "Live socket"). What a person can read is
 * taken from the lists.
 */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const some = { org: at(sizes.orgs), role: at(sizes.roles), person: at(sizes.people) };
const audience = fc.oneof(
  fc.record({ msgScope: fc.constant('机构'), targets: fc.constant('orgs' as const), place: some.org }),
  fc.record({ msgScope: fc.constant('角色'), targets: fc.constant('roles' as const), place: some.role }),
  fc.record({ msgScope: fc.constant('用户'), targets: fc.constant('people' as const), place: some.person }),
  fc.record({ msgScope: fc.constant('全部'), targets: fc.constant('none' as const), place: fc.constant(0) }),
);
const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('rename' as const, 'delete' as const),
    of: fc.constantFrom('orgs' as const, 'people' as const),
    place: fc.nat(5),
  }),
  fc.record({ do: fc.constant('move' as const), place: some.person, org: some.org }),
  fc.record({ do: fc.constant('scope' as const), place: some.role, dataScope: fc.constantFrom(...dataScopes) }),
  fc.record({ do: fc.constant('grants' as const), place: some.role }),
  fc.record({ do: fc.constant('tell' as const), audience, msgStatus: fc.constantFrom('草稿', '已发布', '已发布') }),
  fc.record({
    do: fc.constantFrom('edit notice' as const, 'withdraw notice' as const, 'delete notice' as const, 'expire notice' as const),
  }),
  fc.record({ do: fc.constant('readdress notice' as const), audience }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  app.call(token, method, path, body);

/** Saves an administrator's change of a stored record. */
async function change(resource: string, id: string | undefined, values: Record<string, unknown>): Promise<void> {
  const { data } = await call(admin, 'GET', `${resource}/select/${id}`);
  await call(admin, 'POST', `${resource}/save`, { id, version: data?.version, ...values });
}

/** Performs one step as an administrator; `notices` are the ids of the current notices. */
async function make(world: World, notices: string[], one: Step): Promise<void> {
  const [notice] = notices;
  const targetsOf = ({ targets, place, msgScope }: { targets: 'orgs' | 'roles' | 'people' | 'none'; place: number; msgScope: string }) => ({
    msgScope,
    targetIds: targets === 'none' ? [] : [world[targets][place]],
  });
  switch (one.do) {
    case 'rename': {
      const isOrg = one.of === 'orgs';
      return change(
        isOrg ? 'sys/org' : 'sys/user',
        world[one.of][one.place],
        isOrg ? { orgAddress: String(Math.random()) } : { userRemark: String(Math.random()) },
      );
    }
    case 'delete':
      return void (await call(admin, 'DELETE', `sys/${one.of === 'orgs' ? 'org' : 'user'}/delete/${world[one.of][one.place]}`));
    case 'move':
      return change('sys/user', world.people[one.place], { sysOrgId: world.orgs[one.org] });
    case 'scope':
      return change('sys/role', world.roles[one.place], { dataScope: one.dataScope, sysOrgIds: [] });
    case 'grants':
      return void (await call(admin, 'POST', `sys/function/save-role-functions?sysRoleId=${world.roles[one.place]}`, []));
    case 'tell': {
      const values = { msgTitle: '通知', msgContent: '<p>内容</p>', msgStatus: one.msgStatus, ...targetsOf(one.audience) };
      const { data } = await call(admin, 'POST', 'sys/msg/save', values);
      if (typeof data?.id === 'string') notices.unshift(data.id);
      return;
    }
    case 'edit notice':
      return change('sys/msg', notice, { msgTitle: `通知${String(Math.random()).slice(2, 8)}` });
    case 'withdraw notice':
      return change('sys/msg', notice, { msgStatus: '已撤回' });
    case 'expire notice':
      return change('sys/msg', notice, { publishTime: '2020-01-01 00:00:00', expireTime: '2020-01-02 00:00:00' });
    case 'readdress notice':
      return change('sys/msg', notice, targetsOf(one.audience));
    case 'delete notice':
      return void (await call(admin, 'DELETE', `sys/msg/delete/${notices.shift()}`));
  }
}

/** What a person can read now: the versions of records and their notices, by id. */
async function readBy(token: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of ['sys/org/select-page?limit=100', 'sys/user/select-page?limit=100', 'sys/msg/list?limit=100']) {
    const { data } = await app.call<{ items?: { id: string; version: number }[] }>(token, 'GET', path);
    for (const { id, version } of data?.items ?? []) found.set(id, `${path.split('/')[1]} ${version}`);
  }
  return found;
}

/** Waits until all frames sent so far have arrived: a delivery sends notices after everything else. */
async function settle(clients: readonly LiveClient[]): Promise<void> {
  for (const round of [1, 2]) {
    const heard = ({ frames }: LiveClient) => frames.filter((frame) => topicOf(frame) === 'figures').length >= round;
    await notifyNodes(app.database.db, { kind: 'changed', topic: 'figures' });
    await expect
      .poll(() => clients.every((client) => client.closed !== undefined || heard(client)), { timeout: 20_000, interval: 5 })
      .toBe(true);
  }
}

const topicOf = ({ data }: LiveFrame): string | undefined => (data as ChangedData | undefined)?.topic;
const idsOf = (frames: readonly LiveFrame[]): string[] =>
  frames.flatMap((frame) =>
    topicOf(frame) === 'record' ? ((frame.data as ChangedData).ids ?? []) : frame.code === 66 ? [(frame.data as { id: string }).id] : [],
  );

/** A case that sends each kind of frame: two people who reach everything, and one who reaches nothing. */
const plain: [typeof staffPlan extends fc.Arbitrary<infer Plan> ? Plan : never, Step[]] = [
  {
    parents: Array.from({ length: sizes.orgs }, () => null),
    roles: Array.from({ length: sizes.roles }, () => ({ dataScope: '本人', orgs: [], grants: {}, status: '正常' })),
    people: Array.from({ length: sizes.people }, (_, place) => ({ org: place, roles: [place], status: '正常' })),
    chiefs: ['全部', '全部'],
  },
  [
    { do: 'rename', of: 'orgs', place: 5 },
    { do: 'delete', of: 'orgs', place: 5 },
    { do: 'tell', audience: { msgScope: '用户', targets: 'people', place: 2 }, msgStatus: '已发布' },
    { do: 'edit notice' },
    { do: 'delete notice' },
  ],
];

it('the socket tells people nothing of records they cannot read, and every change of records they have open', async () => {
  const told = { record: 0, msg: 0, notice: 0 };
  await fc.assert(
    fc.asyncProperty(staffPlan, fc.array(step, { minLength: 6, maxLength: 10 }), async (plan, steps) => {
      const world = await buildStaff(app, plan);
      await app.database.pool.query('DELETE FROM sys_msg');
      admin = await app.admin();
      const people: { token: string; client: LiveClient; watched: Set<string> }[] = [];
      for (const token of world.tokens) {
        const client = await openLive(app.server, token).catch(() => undefined);
        if (client === undefined) continue;
        const watched = new Set<string>();
        for (const [resource, ids] of [
          ['sys/org', world.orgs],
          ['sys/user', world.people],
        ] as const)
          for (const id of ids) if ((await call(token, 'POST', 'live/watch', { resource, id })).code === 20000) watched.add(id);
        people.push({ token, client, watched });
      }
      const clients = people.map(({ client }) => client);
      const notices: string[] = [];
      try {
        let before = await Promise.all(people.map(({ token }) => readBy(token)));
        for (const one of steps) {
          await settle(clients);
          for (const { frames } of clients) frames.length = 0;
          await make(world, notices, one);
          await settle(clients);
          const after = await Promise.all(people.map(({ token }) => readBy(token)));
          for (const [place, { client, watched }] of people.entries()) {
            if (client.closed !== undefined) continue;
            const [then, now] = [before[place] ?? new Map(), after[place] ?? new Map()];
            const ids = idsOf(client.frames);
            expect(ids.filter((id) => !then.has(id) && !now.has(id))).toEqual([]);
            const isOther = (id: string) => then.get(id) !== now.get(id);
            const isNews = [...then.keys(), ...now.keys()].some((id) => `${then.get(id)} ${now.get(id)}`.includes('msg') && isOther(id));
            if (client.frames.some((frame) => topicOf(frame) === 'msg' || frame.code === 66)) expect(isNews).toBe(true);
            for (const id of watched) if (then.has(id) && isOther(id) && (now.has(id) || one.do === 'delete')) expect(ids).toContain(id);
            for (const frame of client.frames) {
              if (frame.code === 66) told.notice += 1;
              const topic = topicOf(frame);
              if (topic === 'record' || topic === 'msg') told[topic] += 1;
            }
          }
          before = after;
        }
      } finally {
        for (const { socket } of clients) socket.terminate();
      }
    }),
    { numRuns: 4, examples: [plain] },
  );
  expect(Object.values(told).every((count) => count > 0)).toBe(true);
}, 120_000);
