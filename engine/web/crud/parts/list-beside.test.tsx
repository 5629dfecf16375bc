import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { user } from '@back-office/sys/users/user.ts';
import { Table } from 'antd';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { wordsOfButtons } from '../../testing/words-of-buttons.ts';
import type { Action } from '../action.ts';
import { ListPage } from '../pages/list-page.tsx';
import type { RecordTab } from './record-tab.ts';

const people = rowsOf(
  user,
  { userAccount: 'zhang', userName: '张三', userStatus: '正常', version: 1 },
  { userAccount: 'li', userName: '李四', userStatus: '正常', version: 1 },
  { userAccount: 'wang', userName: '王五', userStatus: '正常', version: 1 },
);
const saving = 'POST /api/sys/user/save';
let calls: Call[];

/** A tab of the record with a table of its own. */
const devices: RecordTab = {
  resource: user.name,
  name: 'devices',
  label: '设备',
  order: 1,
  Tab: () => (
    <Table rowKey="id" columns={[{ title: '名称', dataIndex: 'name' }]} dataSource={[{ id: '3', name: '电脑' }]} pagination={false} />
  ),
};

const start = async (
  search = '',
  rowActions: Action<RecordOf<typeof user>>[] = [],
  recordTabs: RecordTab[] = [],
  resource: typeof user = user,
) => {
  calls = stubServer({
    ...stubList(user, people),
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'], gender: ['男', '女'] }),
    ...Object.fromEntries(people.map((row) => [`GET /api/sys/user/select/${row.id}`, row])),
    'GET /api/sys/user/select-history/2': [],
    'GET /api/sys/user/select-uses/2': [],
    'DELETE /api/sys/user/delete/2': null,
    'POST /api/live/watch': { version: 1 },
    [saving]: ({ body }: Call) => ({ ...people[1], ...(body as object), version: 2 }),
  });
  const modules = recordTabs.length === 0 ? {} : { modules: openAcme({ pages: { recordTabs } }) };
  return draw(<ListPage resource={resource} rowActions={rowActions} />, { at: `/sys/user/list${search}`, ...modules });
};
const link = (name: string) => page.getByRole('link', { name, exact: true });
const reading = page.getByRole('dialog', { name: '查看用户' });
const editing = page.getByRole('dialog', { name: '编辑用户' });
const record = (address: string): string | null => new URLSearchParams(address.split('?')[1]).get('record');

describe('a record opened beside its list', () => {
  test('opens by a click on its name, sets the address, and closes by Escape, which refocuses its row', async () => {
    const { address } = await start();
    await link('李四').click();
    await expect.element(reading.getByText('li', { exact: true })).toBeVisible();
    expect(record(address())).toBe('2');
    await expect.element(reading).toHaveFocus();
    expect(calls.filter(({ path }) => path === '/api/sys/user/select/2')).toHaveLength(1);
    // Beside it, not over it.
    const table = document.querySelector('.ant-table')?.getBoundingClientRect();
    expect(reading.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(table?.right ?? Infinity);
    await userEvent.keyboard('{Escape}');
    await expect.element(reading).not.toBeInTheDocument();
    await expect.element(link('李四')).toHaveFocus();
    expect(record(address())).toBe(null);
  });

  test('offers no action if someone else has deleted it, not even by keyboard shortcut', async () => {
    await start();
    await link('李四').click();
    await expect.element(reading.getByRole('button', { name: '编辑' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    stubServer({
      ...stubList(user, people),
      'GET /api/sys/user/select/2': people[1],
      'POST /api/live/watch': () => {
        throw new Refusal('gone');
      },
    });
    await link('李四').click();
    await expect.element(reading.getByText('这条数据已被删除')).toBeVisible();
    expect(wordsOfButtons(reading)).not.toContain('编辑');
    await userEvent.keyboard('e');
    await expect.element(editing).not.toBeInTheDocument();
  });

  test('opens by a click anywhere in its row, except on its checkbox', async () => {
    const { address } = await start();
    await page.getByRole('checkbox', { name: '选择王五' }).click();
    expect(record(address())).toBe(null);
    await page.getByRole('cell', { name: 'wang' }).click();
    await expect.element(reading.getByText('wang', { exact: true })).toBeVisible();
  });

  test('stays open at a click in a table of its own', async () => {
    const { address } = await start('?record=2', [], [devices]);
    await page.getByRole('tab', { name: '设备' }).click();
    await page.getByRole('cell', { name: '电脑' }).click();
    await expect.poll(() => reading.getByRole('tab', { selected: true }).element().textContent).toBe('设备');
    expect(record(address())).toBe('2');
  });

  test('has a page of its own, which opens at the same tab', async () => {
    const view = {
      path: '/sys/user/view/:id',
      name: 'sys/user/view',
      component: 'sys/user/view',
      hidden: true,
      meta: { title: '用户信息' },
    };
    signInAs({ routes: [view] });
    const { address } = await start('?record=2');
    await page.getByRole('tab', { name: '变更历史' }).click();
    await page.getByRole('button', { name: '打开完整页面' }).click();
    await expect.poll(address).toBe('/sys/user/view/2?tab=history');
  });

  test('opens from the address alone', async () => {
    await start('?record=3');
    await expect.element(reading.getByText('wang', { exact: true })).toBeVisible();
    await expect.element(reading.getByRole('img', { name: '第 3 条，共 3 条' })).toBeVisible();
  });

  test('follows the arrow keys through the list, and stops where the list ends', async () => {
    const { address } = await start();
    await link('张三').click();
    await expect.element(reading.getByText('zhang', { exact: true })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(reading.getByText('wang', { exact: true })).toBeVisible();
    await expect.element(reading.getByRole('button', { name: '下一条' })).toBeDisabled();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(reading.getByText('li', { exact: true })).toBeVisible();
    expect(record(address())).toBe('2');
    await expect.element(link('李四')).toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(link('李四')).toHaveFocus();
  });

  test('is edited with E, saved with Ctrl+S, and then shown again', async () => {
    await start();
    await link('李四').click();
    await expect.element(reading.getByRole('button', { name: '编辑' })).toBeVisible();
    await userEvent.keyboard('e');
    const first = editing.getByRole('textbox', { name: '账号' });
    await expect.element(first).toHaveFocus();
    await expect.element(first).toHaveValue('li');
    await userEvent.keyboard('{Tab}');
    await userEvent.keyboard('{Control>}a{/Control}李四光');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('保存成功')).toBeVisible();
    await expect.element(reading).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/save')).map(({ body }) => body)).toEqual([
      { id: '2', version: 1, userName: '李四光' },
    ]);
  });

  test.each([
    ['a calendar', { kind: 'datetime', label: '时刻' }, '2027-01-31 08:00:00', '2027-01-31 08:00:00'],
    ['a text of a list', { kind: 'texts', label: '时刻', max: 50, most: 10 }, '10.0.0.1', ['10.0.0.1']],
  ] as const)('is not left by Escape in %s, and Ctrl+S saves what is being typed there', async (_, userRemark, text, value) => {
    await start('?record=2', [], [], { ...user, fields: { ...user.fields, userRemark } } as unknown as typeof user);
    await expect.element(reading.getByRole('button', { name: '编辑' })).toBeVisible();
    await userEvent.keyboard('e');
    const input = editing.getByLabelText('时刻');
    await input.click();
    await userEvent.keyboard(`${text}{Escape}`);
    await expect.element(input).toHaveValue('');
    await expect.element(input).toHaveFocus();
    await userEvent.keyboard(`${text}{Control>}s{/Control}`);
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/save')).map(({ body }) => body)).toEqual([
      { id: '2', version: 1, userRemark: value },
    ]);
  });

  test('is not replaced by another without confirmation while input would be lost', async () => {
    await start();
    await link('李四').click();
    await expect.element(reading.getByRole('button', { name: '编辑' })).toBeVisible();
    await userEvent.keyboard('e');
    await editing.getByRole('textbox', { name: '姓名' }).fill('别人');
    await link('王五').click();
    const asking = page.getByRole('dialog', { name: '放弃已填写的内容？' });
    await asking.getByRole('button', { name: '继续编辑' }).click();
    await expect.element(editing.getByRole('textbox', { name: '姓名' })).toHaveValue('别人');
    await link('王五').click();
    await asking.getByRole('button', { name: '放弃' }).click();
    await expect.element(reading.getByText('wang', { exact: true })).toBeVisible();
  });

  test('has the page’s own actions in its menu, besides those of every list', async () => {
    const told: unknown[] = [];
    await start('?record=2', [{ name: 'edit', label: '通知', run: ({ userName }) => told.push(userName) }]);
    await reading.getByRole('button', { name: '操作李四' }).click();
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['通知', '删除']);
    await page.getByRole('menuitem', { name: '通知' }).click();
    expect(told).toEqual(['李四']);
  });

  test('closes when it is deleted', async () => {
    const { address } = await start('?record=2');
    await reading.getByRole('button', { name: '操作李四' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog', { name: '删除用户“李四”？' }).getByRole('button', { name: '删除' }).click();
    await expect.element(reading).not.toBeInTheDocument();
    expect(record(address())).toBe(null);
  });

  test('offers no editing with permission to read only', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
    await start();
    await link('李四').click();
    await expect.element(reading.getByText('li', { exact: true })).toBeVisible();
    await userEvent.keyboard('e');
    // Nothing that is edited is left by an arrow key.
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(reading.getByText('wang', { exact: true })).toBeVisible();
    await expect.element(reading.getByRole('button', { name: '编辑' })).not.toBeInTheDocument();
    await expect.element(editing).not.toBeInTheDocument();
  });
});
