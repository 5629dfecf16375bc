import { office } from '@back-office/app/office.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askers, HiddenWorld, ofTheMachine, firstDifference } from '../testing/server/hidden-world.ts';

/*
 * Records outside a person's reach are as if they did not exist: whatever happens to them, every read call answers the person as
 * before, in its records, counts, orders, figures and choices, and so do refusals to delete. Those only say that there are uses which
 * the person does not see: here such uses exist from the start.
 */
let app: TestApp;
let world: HiddenWorld;
beforeAll(async () => {
  app = await openTestApp();
  world = new HiddenWorld(app, await app.admin());
});
afterAll(() => app.drop());

/** The queries of read calls, by the end of their path. */
const asked: Readonly<Record<string, readonly string[]>> = {
  'select-page': ['limit=200', 'search=p&limit=200', 'like=createUser:p', 'sort=createTime:desc'],
  'select-counts': ['of=&of=search%3Dp'],
  'select-options': ['', 'search=p', 'parentId='],
  'select-levels': ['depth=9'],
  search: ['q=p', 'q=h'],
};

/** Every read call with its queries; calls on a record are made for a few that the person sees. */
async function readsOf(token: string): Promise<string[]> {
  const paths: string[] = [];
  const few = async (resource: string) => {
    const { data } = await app.call<PageAnswer<AnyRow> | undefined>(token, 'GET', `${resource}/select-page?limit=3`);
    return (data?.items ?? []).map(({ id }) => id);
  };
  for (const [route, right] of app.server.declaredRights) {
    const [method, url = ''] = route.split(' ');
    const path = url.replace('/api/', '');
    const isLeft = ofTheMachine.some((name) => path.startsWith(`${name}/`)) || /(?:\/export|^live|^logout)$/.test(path);
    if (method !== 'GET' || right === 'public' || isLeft) continue;
    const resource = office.resources.find(({ name }) => path.startsWith(`${name}/`));
    if (!path.includes(':')) for (const query of asked[path.split('/').at(-1) ?? ''] ?? ['']) paths.push(`${path}?${query}`);
    else if (resource?.operations.includes('select-page') === true)
      paths.push(...(await few(resource.name)).map((id) => path.replace(/:ids?\b/, id)));
  }
  return [...paths, ...(await few('sys/role')).map((id) => `sys/function/select-role-functions?sysRoleId=${id}`)];
}

/** Signatures and marks that are generated each time, and values that the asker's own calls change. */
const madeAnew = new Set(['filePath', 'thumbnailPath', 'cursor', 'lastSeenTime']);
const withoutThese = (name: string, value: unknown): unknown => (madeAnew.has(name) ? undefined : value);

/** The current hour: figures of hours and days are comparable only within the same one. */
async function hourOf(): Promise<string> {
  const { rows } = await app.database.pool.query<{ hour: string }>(`SELECT date_trunc('hour', now())::text AS hour`);
  return String(rows[0]?.hour);
}

async function answersTo(token: string, paths: readonly string[]): Promise<Map<string, { code: number; text: string }>> {
  const found = new Map<string, { code: number; text: string }>();
  for (const path of paths) {
    const method = path.includes('/delete/') ? 'DELETE' : 'GET';
    const { code, message, data } = await app.call<unknown>(token, method, path);
    found.set(path, { code, text: JSON.stringify({ message, data }, withoutThese) });
  }
  return found;
}

it('no read call reveals what happens outside a person’s data scope', async () => {
  await fc.assert(
    fc.asyncProperty(askers, async (asker) => {
      const here = await world.build(asker);
      const { token } = here;
      await world.happen(here);
      const all = [...(await readsOf(token)), `sys/role/delete/${here.role}`, `sys/district/delete/${here.district}`];
      // A refused call reveals nothing else, and each one writes a line of its own in the log.
      const first = await answersTo(token, all);
      const paths = all.filter((path) => first.get(path)?.code !== 40300);
      expect(paths.length).toBeGreaterThan(50);
      const hour = await hourOf();
      const before = await answersTo(token, paths);
      await world.happen(here);
      const after = await answersTo(token, paths);
      const isSameHour = hour === (await hourOf());
      const comparable = paths.filter((path) => isSameHour || !path.startsWith('statistics/'));
      const told = comparable.filter((path) => before.get(path)?.text !== after.get(path)?.text);
      expect(told.map((path) => `${path}: ${firstDifference(before.get(path)?.text, after.get(path)?.text)}`)).toEqual([]);
      // Nor by their ids.
      for (const [resource, hidden] of [
        ['sys/org', here.hidden],
        ['sys/user', [here.stranger.id]],
      ] as const) {
        const named = `${resource}/select-options?${hidden.map((id) => `id=${id}`).join('&')}`;
        const { code, data } = await app.call<PageAnswer<AnyRow> | undefined>(token, 'GET', named);
        expect([code, data?.items, data?.total], named).toEqual(code === 40300 ? [40300, undefined, undefined] : [20000, [], 0]);
      }
    }),
    { seed: 20_261, numRuns: 3, endOnFailure: true },
  );
}, 600_000);
