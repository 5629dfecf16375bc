import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choose } from '../../testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { dictionaries } from '../../testing/sample.ts';
import { manyRows, rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { ListPage } from './list-page.tsx';

// A window may be narrowed, a phone turned, a page zoomed: whatever the person was doing is kept.
const people = rowsOf(user, { userAccount: 'zhang', userName: '张三', userStatus: '正常', version: 1 });

beforeEach(() => {
  stubServer({
    ...stubList(user, people),
    'GET /api/sys/user/select/1': people[0],
    'POST /api/live/watch': { version: 1 },
    'GET /api/sys/user/select-imports': [],
    'POST /api/sys/user/open-import': { id: 'i1' },
    'POST /api/sys/user/add-import-rows/i1': { rows: 1 },
    'POST /api/sys/user/check-import/i1': { checked: 1, issues: [] },
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'], gender: ['男', '女'] }),
  });
});

const start = async (): Promise<void> => {
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(page.getByText('共 1 条')).toBeVisible();
};
const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const onDesk = (): Promise<void> => page.viewport(1440, 900);

const drawn = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const heights = (): number[] =>
  [...document.querySelectorAll('.import-row, .import-remove')].map((part) => part.getBoundingClientRect().height);

test('an import keeps its rows when the window narrows, and makes them as high as a finger', async () => {
  await start();
  await press('导入');
  await userEvent.upload(page.getByLabelText('选择文件'), [await workbookOf(user, '用户导入模板.xlsx', [{ userName: '赵六' }])]);
  const sum = page.getByText('共 1 行');
  await expect.element(sum).toBeVisible();
  await expect.poll(heights).toEqual([34, 34, 34, 34]);
  await onPhone();
  await expect.element(page.getByRole('button', { name: '更多操作' })).toBeInTheDocument();
  await expect.element(sum).toBeVisible();
  await expect.poll(heights).toEqual([44, 44, 44, 44]);
  await onDesk();
  await expect.element(page.getByRole('button', { name: '列设置' })).toBeInTheDocument();
  await expect.element(sum).toBeVisible();
});

test('a batch edit keeps what was chosen when the window narrows', async () => {
  await start();
  await page.getByRole('checkbox', { name: '选择张三' }).click();
  await press('批量修改');
  const status = page.getByRole('dialog', { name: '批量修改用户' }).getByRole('checkbox', { name: '状态' });
  await status.click();
  await onPhone();
  await expect.element(page.getByRole('button', { name: '更多操作' })).toBeInTheDocument();
  await expect.element(status).toBeChecked();
});

test('a name typed for a view in a narrow window stays when the window widens', async () => {
  await onPhone();
  await start();
  await press('更多操作');
  await press('常用筛选');
  await page.getByRole('menuitem', { name: '保存当前筛选…' }).click();
  const name = page.getByRole('textbox', { name: '名称' });
  await name.fill('在职');
  await onDesk();
  await expect.element(page.getByRole('button', { name: '列设置' })).toBeInTheDocument();
  await expect.element(name).toHaveValue('在职');
});

test('the column settings stay open when the window narrows and widens again', async () => {
  await onDesk();
  await start();
  await press('列设置');
  const columns = page.getByRole('dialog', { name: '列设置' });
  await expect.element(columns).toBeVisible();
  await onPhone();
  await expect.element(page.getByRole('button', { name: '更多操作' })).toBeInTheDocument();
  await expect.element(columns).toBeVisible();
  await onDesk();
  await expect.element(page.getByRole('button', { name: '列设置' })).toBeInTheDocument();
  await expect.element(columns).toBeVisible();
});

test('a form keeps what was typed when it changes between beside the list and over it', async () => {
  await start();
  await page.getByRole('link', { name: '张三' }).click();
  await page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '编辑' }).click();
  const name = page.getByRole('dialog', { name: '编辑用户' }).getByRole('textbox', { name: '姓名' });
  await name.fill('张三丰');
  await page.viewport(1000, 900);
  await expect.poll(() => document.querySelector('.record-beside')).toBeNull();
  await expect.element(name).toHaveValue('张三丰');
  await onDesk();
  await expect.poll(() => document.querySelector('.record-beside')).not.toBeNull();
  await expect.element(name).toHaveValue('张三丰');
});

test('the toolbar next to an open record stays on one row, with what does not fit behind 更多操作', async () => {
  const list = <ListPage resource={user} />;
  await draw(<div style={{ width: 1000 }}>{list}</div>, { at: '/sys/user/list' });
  await expect.element(page.getByText('共 1 条')).toBeVisible();
  const rowHigh = document.querySelector('.crud-bar')?.getBoundingClientRect().height;
  await page.getByRole('link', { name: '张三' }).click();
  await expect.element(page.getByRole('dialog', { name: '查看用户' })).toBeVisible();
  const more = page.getByRole('button', { name: '更多操作' });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => document.querySelector('.crud-bar')?.getBoundingClientRect().height).toBe(rowHigh);
  more.element().focus();
  await userEvent.keyboard('{Enter}{Tab}');
  await expect.element(page.getByRole('button', { name: '常用筛选' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  await expect.element(page.getByRole('button', { name: '列设置' })).not.toBeInTheDocument();
  // The record is still open.
  await expect.element(page.getByRole('dialog', { name: '查看用户' })).toBeVisible();
  await more.click();
  await press('列设置');
  await expect.element(page.getByRole('dialog', { name: '列设置' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '关闭' }).click();
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '列设置' })).toBeVisible();
});

const barHeight = () => document.querySelector('.crud-bar')?.getBoundingClientRect().height;

/** Ticks a row of a list of this width, and returns the height of the toolbar before. */
async function tickIn(width: number): Promise<number | undefined> {
  const actions = [{ name: 'read', label: '批量通过', ofTicked: true, run: () => undefined }];
  const list = <ListPage resource={user} actions={actions} />;
  await draw(<div style={{ width }}>{list}</div>, { at: '/sys/user/list' });
  await expect.element(page.getByText('共 1 条')).toBeVisible();
  const before = barHeight();
  await page.getByRole('checkbox', { name: '选择张三' }).click();
  await expect.element(page.getByRole('button', { name: '取消选择' })).toBeVisible();
  return before;
}

test('a row stays where it is when it is ticked, in a list that is too narrow for all actions', async () => {
  const rowHigh = await tickIn(720);
  expect(barHeight()).toBe(rowHigh);
  await expect.element(page.getByRole('searchbox', { name: '搜索用户' })).toBeVisible();
  await press('更多操作');
  await expect.element(page.getByRole('button', { name: '批量通过' })).toBeVisible();
});

test('the toolbar of ticked rows stays on one row next to an open record, with what does not fit behind 更多操作', async () => {
  const rowHigh = await tickIn(1000);
  expect(barHeight()).toBe(rowHigh);
  await page.getByRole('link', { name: '张三' }).click();
  await expect.element(page.getByRole('dialog', { name: '查看用户' })).toBeVisible();
  await expect.poll(barHeight).toBe(rowHigh);
  const bar = page.getByRole('toolbar', { name: '用户列表工具栏' });
  await expect.element(bar.getByRole('button', { name: '删除' })).toBeVisible();
  await expect.element(bar.getByRole('button', { name: '批量通过' })).not.toBeInTheDocument();
  page.getByRole('button', { name: '更多操作' }).element().focus();
  await userEvent.keyboard('{Enter}{Tab}');
  await expect.element(bar.getByRole('button', { name: '导出' })).toHaveFocus();
  await expect.element(bar.getByRole('button', { name: '批量通过' })).toBeVisible();
});

test('全选 takes no more room while it reads, and the tools that had no room beside it are back after it', async () => {
  const late = Promise.withResolvers<void>();
  const path = 'GET /api/sys/user/select-page';
  const list = stubList(user, manyRows(user, 25));
  const answer = list[path] as (call: Call) => unknown;
  const slowly = (call: Call): unknown => (call.query.get('limit') === '25' ? late.promise.then(() => answer(call)) : answer(call));
  stubServer({ ...list, [path]: slowly });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await page.getByRole('checkbox', { name: '选择甲1', exact: true }).click();
  onTestFinished(onDesk);
  const more = page.getByRole('button', { name: '更多操作' });
  for (let width = 1440; more.query() === null; width -= 40) {
    await page.viewport(width, 900);
    await drawn();
  }
  const all = page.getByRole('button', { name: '全选 25 条' });
  const { width } = all.element().getBoundingClientRect();
  await all.click();
  const reading = page.getByRole('button', { name: '正在选择' });
  await expect.element(reading).toHaveAttribute('aria-busy', 'true');
  expect(reading.element().getBoundingClientRect().width).toBeLessThanOrEqual(width);
  late.resolve();
  await expect.element(page.getByText('已选 25 项')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '刷新' })).toBeVisible();
  expect(more.query()).toBe(null);
});

test('a filter that is half entered stays when the window narrows and widens', async () => {
  await start();
  const filter = page.getByRole('form', { name: '添加筛选' });
  const value = filter.getByRole('textbox', { name: '手机号' });
  await press('添加筛选');
  await filter.getByRole('combobox', { name: '筛选字段' }).click();
  await choose('手机号');
  await value.fill('139');
  await onPhone();
  await expect.element(page.getByRole('dialog', { name: '筛选' }).getByRole('textbox', { name: '手机号' })).toHaveValue('139');
  await onDesk();
  await expect.element(page.getByRole('button', { name: '列设置' })).toBeInTheDocument();
  await expect.element(value).toHaveValue('139');
  await filter.getByRole('button', { name: '添加' }).click();
  await expect.element(page.getByRole('group', { name: '当前筛选' })).toMatchTextContent(/手机号.*139/);
});

test('the search box is as high as the buttons next to it, on a desktop and on a phone', async () => {
  await start();
  const heightOf = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const expectSame = () => expect.poll(() => heightOf('.crud-search')).toBe(heightOf('.crud-bar .ant-btn-primary'));
  await onDesk();
  await expectSame();
  await onPhone();
  await expectSame();
});

test.for([900, 1000, 1100, 1200, 1300])('a window of %i pixels cuts no column in half', async (width) => {
  await page.viewport(width, 900);
  await start();
  await expect.element(page.getByRole('columnheader', { name: '操作' })).toBeVisible();
  const cut = (): string[] => {
    const edge = document.querySelector('th.ant-table-cell-fix-end')?.getBoundingClientRect().left ?? 0;
    const headings = [...document.querySelectorAll('.ant-table-header th[data-column]')];
    return headings
      .filter((heading) => {
        const { left, right } = heading.getBoundingClientRect();
        // Widths are rounded to whole pixels: a few may be left over.
        return left < edge - 12 && right > edge + 1;
      })
      .map(({ textContent }) => textContent);
  };
  await expect.poll(cut).toEqual([]);
});
