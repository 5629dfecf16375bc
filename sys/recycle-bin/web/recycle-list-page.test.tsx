import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { manyRows, rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { recycle } from '../recycle.ts';
import { RecycleListPage } from './recycle-list-page.tsx';

const deleted = rowsOf(
  recycle,
  { recycleName: '总公司', recycleModule: '机构', deleteTime: '2026-03-04 05:06:07' },
  { recycleName: '张三', recycleModule: '用户', deleteTime: '2026-03-04 05:06:07' },
);
const start = async (more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ ...stubList(recycle, deleted), ...more });
  await draw(<RecycleListPage />, { at: '/sys/recycle/list' });
  return calls;
};
const row = (name: string) => page.getByRole('row', { name });
const posts = (calls: Call[]): string[] => calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
const pages = (calls: Call[]): number => calls.filter(({ path }) => path.endsWith('/select-page')).length;

describe('restoring', () => {
  test('is offered in words beside the opened record, which has no other buttons', async () => {
    const calls = await start({
      'GET /api/sys/recycle/select/1': { ...deleted[0], recycleFields: [] },
      'POST /api/sys/recycle/restore/1': { restored: 1, leftOut: 0 },
    });
    await row('总公司').getByRole('button', { name: '查看' }).click();
    const beside = page.getByRole('dialog', { name: '查看回收站记录' });
    await beside.getByRole('button', { name: '恢复' }).click();
    await expect.poll(() => posts(calls)).toEqual(['/api/sys/recycle/restore/1']);
  });

  test('brings a record back at once and reloads the list', async () => {
    const calls = await start({ 'POST /api/sys/recycle/restore/1': { restored: 1, leftOut: 0 } });
    await row('总公司').getByRole('button', { name: '恢复' }).click();
    await expect.element(page.getByText('已恢复 1 条')).toBeVisible();
    expect(posts(calls)).toEqual(['/api/sys/recycle/restore/1']);
    await expect.poll(() => pages(calls)).toBe(2);
  });

  test('by keyboard moves the focus to the record below, and after the last one to the page heading', async () => {
    let left = deleted;
    const answer: Record<string, unknown> = Object.fromEntries(
      Object.keys(stubList(recycle, [])).map((name) => [
        name,
        (call: Call) => (stubList(recycle, left)[name] as (call: Call) => unknown)(call),
      ]),
    );
    const restored = (id: string) => () => {
      left = left.filter((kept) => kept.id !== id);
      return { restored: 1, leftOut: 0 };
    };
    stubServer({
      ...answer,
      'POST /api/sys/recycle/restore/1': restored('1'),
      'POST /api/sys/recycle/restore/2': restored('2'),
    });
    await draw(
      <>
        <h1 tabIndex={-1}>回收站</h1>
        <RecycleListPage />
      </>,
      { at: '/sys/recycle/list' },
    );
    const press = async (name: string): Promise<void> => {
      await expect.element(row(name)).toBeVisible();
      (row(name).getByRole('button', { name: '恢复' }).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    };
    await press('总公司');
    await expect.element(row('总公司')).not.toBeInTheDocument();
    await expect.poll(() => row('张三').element().contains(document.activeElement)).toBe(true);
    await press('张三');
    await expect.element(page.getByRole('heading', { name: '回收站' })).toHaveFocus();
  });

  test('brings back the ticked records in one call, and says what could not be restored with them', async () => {
    const calls = await start({ 'POST /api/sys/recycle/restore/1,2': { restored: 2, leftOut: 3 } });
    const restore = page.getByRole('toolbar').getByRole('button', { name: '恢复' });
    await expect.element(restore).toBeDisabled();
    await page.getByRole('checkbox', { name: '全选' }).click();
    await restore.click();
    await expect.element(page.getByText('已恢复 2 条，其中 3 项关联已不存在或已被占用，没有恢复')).toBeVisible();
    expect(posts(calls)).toEqual(['/api/sys/recycle/restore/1,2']);
  });

  test('that is refused says why and reloads the list', async () => {
    const calls = await start({
      'POST /api/sys/recycle/restore/1': () => {
        throw new Refusal('conflict', '机构编码已被使用');
      },
    });
    await row('总公司').getByRole('button', { name: '恢复' }).click();
    await expect.element(page.getByText('机构编码已被使用')).toBeVisible();
    await expect.poll(() => pages(calls)).toBe(2);
  });

  test('is not attempted for more records than one call accepts', async () => {
    const calls = stubServer(stubList(recycle, manyRows(recycle, 501)));
    await draw(<RecycleListPage />, { at: '/sys/recycle/list?limit=1000' });
    await page.getByRole('checkbox', { name: '全选' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: '恢复' }).click();
    await expect.element(page.getByText('一次最多恢复 500 条')).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });

  test('is not offered to a person who may only read', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/recycle': 'read' } });
    await start();
    await expect.element(row('总公司')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '恢复' })).not.toBeInTheDocument();
  });
});

test('deleting from the recycle bin warns that it is permanent', async () => {
  await start();
  await row('张三').getByRole('button', { name: '彻底删除' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent('彻底删除后不能恢复。');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
});

test('an empty recycle bin says that it is empty', async () => {
  await start(stubList(recycle, []));
  await expect.element(page.getByRole('table')).toBeVisible();
  await expect.element(page.getByText(/还没有|回收站是空的/)).toMatchTextContent('回收站是空的');
});

describe('the content of a deleted record', () => {
  const open = async (recycleFields: unknown): Promise<void> => {
    await start({ 'GET /api/sys/recycle/select/1': { ...deleted[0], recycleFields } });
    await row('总公司').getByRole('button', { name: '查看' }).click();
  };

  test('is shown with one line for each field', async () => {
    await open([
      { field: 'orgName', label: '机构名称', before: '总公司', after: null },
      { field: 'ids', label: '下级', before: ['甲', '乙'], after: null },
    ]);
    const kept = page.getByRole('dialog');
    await expect.element(kept).toMatchTextContent('机构名称总公司');
    await expect.element(kept).toMatchTextContent('下级甲、乙');
  });

  test('that cannot be read any more is reported as such', async () => {
    await open('damaged');
    await expect.element(page.getByText('没有可以显示的内容')).toBeVisible();
  });
});
