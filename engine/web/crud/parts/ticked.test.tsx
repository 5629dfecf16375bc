import { user } from '@back-office/sys/users/user.ts';
import { limits } from '@back-office/contract/limits.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ListPage } from '../pages/list-page.tsx';
import { draw } from '../../testing/draw.tsx';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';

const rows = manyRows(user, 25);
const path = 'GET /api/sys/user/select-page';
const list = stubList(user, rows);
const answer = list[path] as (call: Call) => { items: unknown[]; total: number };
const all = page.getByRole('button', { name: '全选 25 条' });
const ticked = page.getByText(/^已选 \d+ 项$/);

/** Draws the list and ticks its first row; what 全选 asks for is answered by `reading`. */
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
  await page.getByRole('button', { name: `全选 ${most} 条` }).click();
  await expect.element(page.getByText(`一次最多选择 ${most} 条`)).toBeVisible();
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
