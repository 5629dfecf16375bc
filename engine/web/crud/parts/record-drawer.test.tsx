import { dict } from '@back-office/sys/dictionaries/dict.ts';
import { DictListPage } from '@back-office/sys/dictionaries/web/dict-list-page.tsx';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';

const [gender] = rowsOf(dict, {
  version: 3,
  dictLabel: '性别',
  dictValue: 'gender',
  dictValueType: 'String',
  dictStatus: '正常',
  hasChildren: false,
});
const saving = 'POST /api/sys/dict/save';
let calls: Call[];
const start = async (more: Record<string, unknown> = {}): Promise<void> => {
  calls = stubServer({
    ...stubList(dict, gender === undefined ? [] : [gender]),
    'GET /api/sys/dict/select/1': gender,
    'GET /api/sys/dict/create': { dictValueType: 'Number', dictStatus: '停用', dictSort: 70 },
    'GET /api/sys/dict/select-history/1': [],
    'POST /api/live/watch': { version: 3 },
    [saving]: ({ body }: Call) => ({ ...gender, ...(body as object), version: 4 }),
    ...more,
  });
  await draw(<DictListPage />, { at: '/base/dict/list' });
};
const row = page.getByRole('row', { name: '性别' });
const press = async (name: string): Promise<void> => {
  await row.getByRole('button', { name: `${name}性别`, exact: true }).click();
};
const drawer = (name: string) => page.getByRole('dialog', { name });
const label = drawer('编辑字典').getByRole('textbox', { name: '字典名称' });
const sent = (): unknown[] => calls.filter(({ method, path }) => `${method} ${path}` === saving).map(({ body }) => body);

describe('a record in a drawer next to its list', () => {
  test('is shown there with its history, and the focus returns when it is closed', async () => {
    await start();
    await press('查看');
    await expect.element(drawer('查看字典').getByText('gender')).toBeVisible();
    await drawer('查看字典').getByRole('tab', { name: '变更历史' }).click();
    await expect.element(drawer('查看字典').getByText('还没有变更记录')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer('查看字典')).not.toBeInTheDocument();
    await expect.element(row.getByRole('button', { name: '查看性别', exact: true })).toHaveFocus();
  });

  test('is edited there, and the list is reloaded', async () => {
    await start();
    await press('编辑');
    await label.fill('性别（新）');
    await drawer('编辑字典').getByRole('button', { name: '保存' }).click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(sent()).toEqual([{ id: '1', version: 3, dictLabel: '性别（新）' }]);
    await expect.element(drawer('编辑字典')).not.toBeInTheDocument();
    await expect.element(drawer('查看字典')).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => path.endsWith('/select-page')).length).toBeGreaterThan(1);
  });

  test('asks before discarding what was typed, and asks nothing if nothing was', async () => {
    await start();
    await press('编辑');
    await drawer('编辑字典').getByRole('button', { name: '取消' }).click();
    await expect.element(drawer('编辑字典')).not.toBeInTheDocument();
    await press('编辑');
    await label.fill('别的');
    await userEvent.keyboard('{Escape}');
    const asking = page.getByRole('dialog', { name: '放弃已填写的内容？' });
    await asking.getByRole('button', { name: '继续编辑' }).click();
    await expect.element(label).toHaveValue('别的');
    expect(sent()).toEqual([]);
  });

  test('starts with the server’s values if it is new, and says what is missing', async () => {
    await start();
    await page.getByRole('button', { name: '新增' }).click();
    const adding = drawer('新增字典');
    await expect.element(adding.getByRole('spinbutton', { name: '排序' })).toHaveValue('70');
    for (const words of ['Number', '停用']) await expect.element(adding.getByTitle(words)).toBeVisible();
    await adding.getByRole('button', { name: '保存' }).click();
    await expect.element(adding.getByText('字典名称不能为空')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  test('says so in the drawer if it no longer exists, and leads back to the list', async () => {
    await start({
      'GET /api/sys/dict/select/1': () => {
        throw new Refusal('gone');
      },
    });
    await press('查看');
    await expect.element(drawer('查看字典').getByRole('heading', { name: '没有这条记录' })).toBeVisible();
    await drawer('查看字典').getByRole('button', { name: '返回列表' }).click();
    await expect.element(drawer('查看字典')).not.toBeInTheDocument();
  });

  test('fills the screen of a phone', async () => {
    await onPhone();
    await start();
    await row.getByRole('button', { name: '操作' }).click();
    await page.getByRole('menuitem', { name: '查看' }).click();
    await expect.element(drawer('查看字典').getByText('gender')).toBeVisible();
    await expect.poll(() => drawer('查看字典').element().getBoundingClientRect().width).toBe(390);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
