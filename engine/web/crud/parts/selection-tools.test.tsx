import { org } from '@back-office/sys/orgs/org.ts';
import { user } from '@back-office/sys/users/user.ts';
import { limits } from '@back-office/contract/limits.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ListPage } from '../pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
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

test('all matching rows are ticked, beyond the page that is shown, and unticked again', async () => {
  await start(answer);
  await all.click();
  await expect.element(ticked).toHaveTextContent('已选 25 项');
  await expect.element(all).not.toBeInTheDocument();
  await page.getByRole('button', { name: '取消选择' }).click();
  await expect.element(ticked).not.toBeInTheDocument();
});

test('a row that is unticked after 全选 leaves all others ticked, and the list is there', async () => {
  await start(answer);
  await all.click();
  await expect.element(ticked).toHaveTextContent('已选 25 项');
  await page.getByRole('checkbox', { name: '选择甲2', exact: true }).click();
  await expect.element(ticked).toHaveTextContent('已选 24 项');
  await expect.element(page.getByRole('table', { name: '用户列表' })).toBeVisible();
});

test('rows of another page stay ticked after the list has been cards for a while', async () => {
  stubServer(list);
  await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10' });
  await page.getByRole('checkbox', { name: '选择甲1', exact: true }).click();
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect.element(page.getByRole('checkbox', { name: '选择甲14', exact: true })).toBeVisible();
  await onPhone();
  await expect.element(page.getByRole('columnheader').first()).not.toBeInTheDocument();
  await page.viewport(1440, 900);
  await expect.element(page.getByRole('columnheader').first()).toBeVisible();
  await page.getByRole('checkbox', { name: '选择甲14', exact: true }).click();
  await expect.element(ticked).toHaveTextContent('已选 2 项');
  await expect.element(page.getByRole('table', { name: '用户列表' })).toBeVisible();
});

test('a failed 全选 is reported, and the ticked rows stay ticked', async () => {
  await start(() => {
    throw new Refusal('notPermitted');
  });
  await all.click();
  await expect.element(page.getByText('没有全选成功，请稍后再试')).toBeVisible();
  await expect.element(ticked).toHaveTextContent('已选 1 项');
});

test('the maximum is stated if more rows match than can be ticked at once', async () => {
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

test('rows that arrive after 取消选择 was pressed are not ticked', async () => {
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
  await page.getByRole('row', { name: '甲2' }).first().getByRole('checkbox').click();
  await expect.element(ticked).toHaveTextContent('已选 1 项');
  expect(page.getByText('没有全选成功，请稍后再试').elements()).toEqual([]);
});

test('all rows are ticked even if another tab is opened before they have arrived', async () => {
  const { Tab, hide, show } = tabToHide('/sys/user/list');
  const { answer: reading, release } = deferredAnswer(answer);
  stubServer({
    ...list,
    [path]: (call: Call) => (call.query.get('limit') === '25' ? reading().then((given) => given(call)) : answer(call)),
  });
  await draw(
    <Tab>
      <ListPage resource={user} />
    </Tab>,
    { at: '/sys/user/list' },
  );
  await page.getByRole('row', { name: '甲1' }).first().getByRole('checkbox').click();
  await all.click();
  await hide();
  release();
  show();
  await expect.element(ticked).toHaveTextContent('已选 25 项');
});

test('after a reload, rows deleted by someone else are unticked; rows moved to another page stay ticked', async () => {
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

test('after a reload, a row deleted by someone else is unticked even if it is on another page', async () => {
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

test('no ticked row is checked any more once the list is left', async () => {
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

test('counts above a thousand have thousands separators, in the footer and in 全选', async () => {
  stubServer({ ...list, [path]: (call: Call) => ({ ...answer(call), total: 3848 }) });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(page.getByText('共 3,848 条')).toBeVisible();
  await page.getByRole('row', { name: '甲1' }).first().getByRole('checkbox').click();
  await expect.element(page.getByRole('button', { name: '全选 3,848 条' })).toBeVisible();
});

test('a whole page of a tree can be ticked, on a phone too, where there is no table header for it', async () => {
  await onPhone();
  stubServer(stubList(org, rowsOf(org, { hasChildren: false }, { hasChildren: false }, { hasChildren: false })));
  await draw(<ListPage resource={org} />, { at: '/base/org/list' });
  await page.getByRole('checkbox', { name: '选择甲2', exact: true }).click();
  await page.getByRole('button', { name: '全选本页 3 条' }).click();
  await expect.element(ticked).toHaveTextContent('已选 3 项');
});

test('a row deleted by someone else in a tree is unticked once the tree is reloaded', async () => {
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
