import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ListPage } from '../pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { manyRows, rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';

const people = rowsOf(user, { userName: '张三', userStatus: '正常' }, { userName: '李四', userStatus: '停用' });
const made = (values: Partial<ExportRecord> = {}): ExportRecord[] => [{ id: 'e1', state: 'done', done: 2, ...values } as ExportRecord];
const starting = 'POST /api/sys/user/export';
const file = (): Response =>
  new Response('xlsx', { headers: { 'content-disposition': "attachment; filename*=UTF-8''%E7%94%A8%E6%88%B7.xlsx" } });
let saved: string[];
let calls: Call[];

beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const start = async (more: Record<string, unknown> = {}, at = '/sys/user/list'): Promise<void> => {
  calls = stubServer({
    ...stubList(user, people),
    [starting]: { id: 'e1', total: 2 },
    'GET /api/sys/export/select-exports': made(),
    'GET /api/sys/export/download/e1': file,
    ...more,
  });
  await draw(<ListPage resource={user} />, { at });
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
};
const button = page.getByRole('button', { name: '导出', exact: true });
const asked = (): URLSearchParams | undefined => calls.find(({ method, path }) => `${method} ${path}` === starting)?.query;

test('an export contains what the list shows: the matching records, in its order, with its columns', async () => {
  await start({}, '/sys/user/list?eq=userStatus:停用&sort=userName:asc');
  await button.click();
  await expect.element(page.getByText('已导出 2 条')).toBeVisible();
  expect(asked()?.getAll('eq')).toEqual(['userStatus:停用']);
  expect(asked()?.get('sort')).toBe('userName:asc');
  expect(asked()?.get('columns')?.split(',').slice(0, 2)).toEqual(['userName', 'userStatus']);
  expect(asked()?.has('limit')).toBe(false);
  expect(saved).toEqual(['用户.xlsx']);
});

test('with rows ticked, an export is either of these or of all', async () => {
  await start();
  await page.getByRole('row', { name: '李四' }).getByRole('checkbox').click();
  await button.click();
  await expect.element(page.getByRole('menuitem', { name: '导出全部 (2)' })).toBeVisible();
  await page.getByRole('menuitem', { name: '导出所选 (1)' }).click();
  await expect.poll(() => asked()?.get('ids')).toBe('2');
});

test('an export of more ticked rows than one call accepts is not requested', async () => {
  await start(stubList(user, manyRows(user, 501)), '/sys/user/list?limit=1000');
  await page.getByRole('checkbox', { name: '全选' }).click();
  await button.click();
  await page.getByRole('menuitem', { name: '导出所选 (501)' }).click();
  await expect.element(page.getByText('一次最多导出所选的 500 条')).toBeVisible();
  expect(asked()).toBe(undefined);
});

test('a failed export shows the reason, and no file is saved', async () => {
  await start({ 'GET /api/sys/export/select-exports': made({ state: 'failed', failReason: '磁盘空间不足' }) });
  await button.click();
  await expect.element(page.getByText('磁盘空间不足')).toBeVisible();
  expect(saved).toEqual([]);
});

test('an export refused at the start shows the reason, and the button can be used again', async () => {
  await start({
    [starting]: () => {
      throw new Refusal('refused', '导出任务过多，请稍后再试');
    },
  });
  await button.click();
  await expect.element(page.getByText('导出任务过多，请稍后再试')).toBeVisible();
  await button.click();
  await expect.poll(() => calls.filter(({ method, path }) => `${method} ${path}` === starting).length).toBe(2);
});

test('an export is not offered with permission to read only', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
  await start();
  await expect.element(button).not.toBeInTheDocument();
});
