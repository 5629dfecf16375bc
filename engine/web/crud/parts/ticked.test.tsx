import { org } from '@back-office/sys/orgs/org.ts';
import { user } from '@back-office/sys/users/user.ts';
import { limits } from '@back-office/contract/limits.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ListPage } from '../pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { manyRows, rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';

const rows = manyRows(user, 25);
const path = 'GET /api/sys/user/select-page';
const list = stubList(user, rows);
const answer = list[path] as (call: Call) => { items: unknown[]; total: number };
const all = page.getByRole('button', { name: '全选 25 条' });
const ticked = page.getByText(/^已选 \d+ 项$/);

/** Renders the list and ticks its first row; `reading` answers the calls of 全选. */
async function start(reading: (call: Call) => unknown): Promise<void> {
  stubServer({ ...list, [path]: (call: Call) => (call.query.get('limit') === '25' ? reading(call) : answer(call)) });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await page.getByRole('row', { name: '甲1' }).first().getByRole('checkbox').click();
  await expect.element(ticked).toHaveTextContent('已选 1 项');
}

test('all that match are ticked, beyond the page that is shown, and given back', async () => {
  await start(answer);
  await all.click();
  await expect.element(ticked).toHaveTextContent('已选 25 项');
  await expect.element(all).not.toBeInTheDocument();
  await page.getByRole('button', { name: '取消选择' }).click();
  await expect.element(ticked).not.toBeInTheDocument();
});

test('what could not be read is said, and what was ticked stays', async () => {
  await start(() => {
    throw new Refusal('notPermitted');
  });
  await all.click();
  await expect.element(page.getByText('没有全选成功，请稍后再试')).toBeVisible();
  await expect.element(ticked).toHaveTextContent('已选 1 项');
});

test('more than can be ticked at once are told', async () => {
  const most = limits.page.maxLimit;
  stubServer({
    ...list,
    [path]: (call: Call) => ({ ...answer(call), total: most + 1 }),
  });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await page.getByRole('row', { name: '甲1' }).first().getByRole('checkbox').click();
  await page.getByRole('button', { name: `全选 ${grouped(most)} 条` }).click();
  await expect.element(page.getByText(`一次最多选择 ${grouped(most)} 条`)).toBeVisible();
});

test('rows that come after 取消选择 was pressed are not ticked', async () => {
  const late = Promise.withResolvers<void>();
  let given = false;
  await start(async (call) => {
    await late.promise;
    given = true;
    return answer(call);
  });
  await all.click();
  await page.getByRole('button', { name: '取消选择' }).click();
  await expect.element(ticked).not.toBeInTheDocument();
  late.resolve();
  await expect.poll(() => given).toBe(true);
  await new Promise((later) => setTimeout(later, 100));
  await expect.element(ticked).not.toBeInTheDocument();
  expect(page.getByText('没有全选成功，请稍后再试').elements()).toEqual([]);
});

test('what somebody else deleted is ticked no more once the list is read again; what only moved to another page stays ticked', async () => {
  let stored = rows.slice(0, 14);
  const calls = stubServer({
    ...list,
    [path]: (call: Call) => (stubList(user, stored)[path] as typeof answer)(call),
    'GET /api/sys/user/select/1': () => {
      throw new Refusal('gone');
    },
    'GET /api/sys/user/select/2': rows[1],
    'GET /api/sys/user/select/3': rows[2],
    'GET /api/sys/user/select/14': rows[13],
  });
  const { queries } = await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10' });
  for (const name of ['甲1', '甲2', '甲3'])
    // oxlint-disable-next-line no-await-in-loop -- one row after the other
    await page.getByRole('checkbox', { name: `选择${name}`, exact: true }).click();
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await page.getByRole('checkbox', { name: '选择甲14' }).click();
  await page.getByRole('listitem', { name: '1', exact: true }).click();
  await expect.element(ticked).toHaveTextContent('已选 4 项');
  // The first row is deleted, and the second is now on the other page.
  stored = [...rows.slice(2, 14), ...rows.slice(1, 2)];
  await queries.invalidateQueries({ queryKey: [user.name] });
  await expect.element(ticked).toHaveTextContent('已选 3 项');
  await expect.element(page.getByRole('checkbox', { name: '选择甲3', exact: true })).toBeChecked();
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect.element(page.getByRole('checkbox', { name: '选择甲2', exact: true })).toBeChecked();
  // The other page is refetched too, and checks the rows of the first: wait, so that this does not happen within the next test.
  await expect.poll(() => calls.some(({ path: of }) => of === '/api/sys/user/select/3')).toBe(true);
});

test('what somebody else deleted is ticked no more though it stands on another page than the one that is read again', async () => {
  let stored = rows.slice(0, 14);
  const answers = {
    ...list,
    [path]: (call: Call) => (stubList(user, stored)[path] as typeof answer)(call),
    'GET /api/sys/user/select/1': () => {
      throw new Refusal('gone');
    },
    'GET /api/sys/user/select/2': rows[1],
  };
  const calls = stubServer(answers);
  const { queries } = await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10' });
  await page.getByRole('checkbox', { name: '选择甲1', exact: true }).click();
  await page.getByRole('checkbox', { name: '选择甲2', exact: true }).click();
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect.element(page.getByRole('checkbox', { name: '选择甲14' })).toBeVisible();
  await expect.element(ticked).toHaveTextContent('已选 2 项');
  // Changing the page alone does not check the ticked rows.
  expect(calls.filter(({ path: of }) => of.startsWith('/api/sys/user/select/'))).toEqual([]);
  stored = rows.slice(1, 14);
  await queries.invalidateQueries({ queryKey: [user.name] });
  await expect.element(ticked).toHaveTextContent('已选 1 项');
});

test('nothing more is asked about ticked rows once the list is left', async () => {
  const first = Promise.withResolvers<void>();
  const calls = stubServer({
    ...list,
    'GET /api/sys/user/select/1': async () => {
      await first.promise;
      return rows[0];
    },
    'GET /api/sys/user/select/2': rows[1],
  });
  const asked = () => calls.map(({ path: of }) => of).filter((of) => of.startsWith('/api/sys/user/select/'));
  const { queries, unmount } = await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10' });
  await page.getByRole('checkbox', { name: '选择甲1', exact: true }).click();
  await page.getByRole('checkbox', { name: '选择甲2', exact: true }).click();
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect.element(page.getByRole('checkbox', { name: '选择甲14' })).toBeVisible();
  await queries.invalidateQueries({ queryKey: [user.name] });
  await expect.poll(asked).toEqual(['/api/sys/user/select/1']);
  await unmount();
  first.resolve();
  await new Promise((later) => setTimeout(later, 200));
  expect(asked()).toEqual(['/api/sys/user/select/1']);
});

test('more than a thousand are told with commas, in the foot and where they are ticked', async () => {
  stubServer({ ...list, [path]: (call: Call) => ({ ...answer(call), total: 3848 }) });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(page.getByText('共 3,848 条')).toBeVisible();
  await page.getByRole('row', { name: '甲1' }).first().getByRole('checkbox').click();
  await expect.element(page.getByRole('button', { name: '全选 3,848 条' })).toBeVisible();
});

test('all that a page of a tree shows is ticked, on a telephone too, where no head of a table does it', async () => {
  await onPhone();
  stubServer(stubList(org, rowsOf(org, { hasChildren: false }, { hasChildren: false }, { hasChildren: false })));
  await draw(<ListPage resource={org} />, { at: '/base/org/list' });
  await page.getByRole('checkbox', { name: '选择甲2', exact: true }).click();
  await page.getByRole('button', { name: '全选本页 3 条' }).click();
  await expect.element(ticked).toHaveTextContent('已选 3 项');
});

test('what somebody else deleted within a tree is ticked no more once the tree is read again', async () => {
  const [above, below] = rowsOf(org, { hasChildren: true }, { parentId: '1', hasChildren: false });
  let children = [below];
  stubServer({
    ...stubList(org, []),
    'GET /api/sys/org/select-page': ({ query }: Call) =>
      query.getAll('eq').includes('parentId:1') ? { items: children, total: children.length } : { items: [above], total: 1 },
    'GET /api/sys/org/select/2': () => {
      throw new Refusal('gone');
    },
  });
  const { queries } = await draw(<ListPage resource={org} />, { at: '/base/org/list' });
  await page.getByRole('checkbox', { name: '选择甲2', exact: true }).click();
  await expect.element(ticked).toHaveTextContent('已选 1 项');
  children = [];
  await queries.invalidateQueries({ queryKey: [org.name] });
  await expect.element(ticked).not.toBeInTheDocument();
});
