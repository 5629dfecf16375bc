import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { asText } from '../fields/as-text.ts';
import { dictionaries } from '../../testing/sample.ts';
import { manyRows, rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const people = rowsOf(
  user,
  { userAccount: 'zhang', userName: '张三', userStatus: '正常' },
  { userAccount: 'li', userName: '李四', userStatus: '停用' },
  { userAccount: 'wang', userName: '王五', userStatus: '正常' },
);
const words = { 'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }) };
let calls: Call[];

beforeEach(() => {
  calls = stubServer({ ...stubList(user, people), ...words });
});

const drawUsers = (search = '') => draw(<ListPage resource={user} />, { at: `/sys/user/list${search}` });
const names = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-table-row .list-name-text')].map(({ textContent }) => textContent ?? '');
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Answers with a page of the rows that are left by then. */
const pageOf = (left: () => typeof people) => (call: Call) =>
  (stubList(user, left())['GET /api/sys/user/select-page'] as (call: Call) => unknown)(call);

describe('ticking and deleting', () => {
  test('nothing is ticked at first, and 删除 is disabled', async () => {
    await drawUsers();
    await expect.poll(names).toHaveLength(3);
    await expect.element(page.getByRole('toolbar').getByRole('button', { name: '删除' })).toBeDisabled();
  });

  test('ticked rows are counted, kept across pages, and cleared on request', async () => {
    stubServer({ ...stubList(user, manyRows(user, 45)), ...words });
    await drawUsers();
    await page.getByLabelText('选择甲1', { exact: true }).click();
    await page.getByTitle('2', { exact: true }).click();
    await page.getByLabelText('选择甲11', { exact: true }).click();
    await expect.element(page.getByText('已选 2 项')).toBeVisible();
    await button('取消选择').click();
    await expect.element(page.getByText('已选 2 项')).not.toBeInTheDocument();
  });

  test('a dialog names the records, focuses 取消, and the rows are deleted on confirmation', async () => {
    calls = stubServer({
      ...stubList(user, people),
      ...words,
      'GET /api/sys/user/select-uses/1,3': [],
      'DELETE /api/sys/user/delete-ids/1,3': null,
    });
    await drawUsers();
    await page.getByLabelText('选择张三').click();
    await page.getByLabelText('选择王五').click();
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent('删除选中的 2 个用户？');
    await expect.element(dialog).toMatchTextContent('“张三”、“王五”');
    await expect.element(dialog.getByRole('button', { name: '取消' })).toHaveFocus();
    await dialog.getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('已删除 2 条')).toBeVisible();
    await expect.element(page.getByText('已选')).not.toBeInTheDocument();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/sys/user/delete-ids/1,3');
  });

  test('a temporary message offers 撤销, to restore from the recycle bin; the focus moves to the next row', async () => {
    let gone = false;
    const rest = stubList(user, people.slice(1));
    const whole = stubList(user, people);
    const key = 'GET /api/sys/user/select-page';
    calls = stubServer({
      ...words,
      [key]: (call: Call) => ((gone ? rest : whole)[key] as (call: Call) => unknown)(call),
      'GET /api/sys/user/select-uses/1': [],
      'DELETE /api/sys/user/delete/1': () => {
        gone = true;
      },
      'GET /api/sys/recycle/select-page': { items: [{ id: '77', version: 0, recycleName: '张三' }], total: 1 },
      'POST /api/sys/recycle/restore/77': () => {
        gone = false;
        return { restored: 1, leftOut: 0 };
      },
    });
    await drawUsers();
    await page.getByRole('button', { name: '删除张三' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('已删除', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '李四' })).toHaveFocus();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.element(page.getByText('已恢复 1 条')).toBeVisible();
    await expect.poll(names).toContain('张三');
  });

  test('the message offers no 撤销 if the recycle bin does not show exactly the deleted records', async () => {
    stubServer({
      ...stubList(user, people),
      ...words,
      'GET /api/sys/user/select-uses/1': [],
      'DELETE /api/sys/user/delete/1': null,
      'GET /api/sys/recycle/select-page': { items: [{ id: '78', version: 0, recycleName: '别人' }], total: 1 },
    });
    await drawUsers();
    await page.getByRole('button', { name: '删除张三' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('已删除', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: '撤销' })).not.toBeInTheDocument();
  });

  test('a record in use cannot be deleted: the dialog says where it is used before anyone confirms', async () => {
    calls = stubServer({
      ...stubList(user, people),
      ...words,
      'GET /api/sys/user/select-uses/2': [{ resource: 'sys/dept', title: '部门', field: 'deptLeader', label: '负责人', count: 2 }],
    });
    await drawUsers();
    await page.getByRole('row', { name: '李四' }).getByRole('button', { name: '删除' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent('不能删除“李四”：仍被使用');
    await expect.element(dialog).toMatchTextContent('部门的“负责人”：2 条');
    await expect.element(dialog.getByRole('button', { name: '删除' })).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: '知道了' }).click();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('the dialog lists each use on its own line, large enough to press', async () => {
    const use = { resource: 'sys/dept', title: '部门', field: 'deptLeader', label: '负责人', count: 2 };
    stubServer({
      ...stubList(user, people),
      ...words,
      'GET /api/sys/user/select-uses/2': [use, { ...use, resource: 'sys/org', title: '机构', field: 'orgLeader' }],
    });
    await drawUsers();
    await page.getByLabelText('选择李四').click();
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
    const lines = page.getByRole('dialog').getByRole('listitem');
    await expect.element(lines.first()).toBeVisible();
    // WCAG 2.2, 2.5.8: the centres of two targets are 24 px apart.
    for (const line of lines.elements()) expect(line.getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
    expect(lines.elements()).toHaveLength(2);
  });

  test('ticked rows that somebody else has deleted are unticked, so that a second 删除 deletes the others', async () => {
    let left = people;
    calls = stubServer({
      ...stubList(user, people),
      ...words,
      'GET /api/sys/user/select-page': pageOf(() => left),
      'GET /api/sys/user/select-uses/1,2,3': () => {
        throw new Refusal('gone');
      },
      'DELETE /api/sys/user/delete-ids/1,2,3': () => {
        left = people.slice(0, 1);
        throw new Refusal('gone', undefined, { gone: ['2', '3'] });
      },
      'GET /api/sys/user/select-uses/1': [],
      'DELETE /api/sys/user/delete/1': null,
      'GET /api/sys/user/select/1': people[0],
    });
    await drawUsers();
    for (const row of people)
      // oxlint-disable-next-line no-await-in-loop -- one row after the other
      await page.getByLabelText(`选择${asText(row[user.label])}`).click();
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('2 条已不存在，已取消选择；其余没有删除，请重试')).toBeVisible();
    await expect.element(page.getByText('已选 1 项')).toBeVisible();
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog', { name: '删除用户“张三”' }).getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('已删除', { exact: true })).toBeVisible();
  });

  test('if somebody else has deleted all ticked rows, nothing is left to delete, and the focus moves to the next row', async () => {
    let left = people;
    stubServer({
      ...words,
      'GET /api/sys/user/select-page': pageOf(() => left),
      'GET /api/sys/user/select-uses/1,2': [],
      'DELETE /api/sys/user/delete-ids/1,2': () => {
        left = people.slice(2);
        throw new Refusal('gone', undefined, { gone: ['1', '2'] });
      },
    });
    await drawUsers();
    await page.getByLabelText('选择张三').click();
    await page.getByLabelText('选择李四').click();
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('2 条已不存在，已取消选择', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '王五' })).toHaveFocus();
  });

  test('the focus moves to the next row also if somebody else has deleted the one of whose row 删除 was pressed', async () => {
    let left = people;
    stubServer({
      ...words,
      'GET /api/sys/user/select-page': pageOf(() => left),
      'GET /api/sys/user/select-uses/1': [],
      'DELETE /api/sys/user/delete/1': () => {
        left = people.slice(1);
        throw new Refusal('gone');
      },
    });
    await drawUsers();
    await page.getByRole('button', { name: '删除张三' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('数据不存在或已被删除')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '李四' })).toHaveFocus();
  });

  test('a refused deletion is reported, and the ticked rows stay ticked', async () => {
    stubServer({
      ...stubList(user, people),
      ...words,
      'GET /api/sys/user/select-uses/1': [],
      'DELETE /api/sys/user/delete/1': () => {
        throw new Refusal('notPermitted', '不能删除自己');
      },
    });
    await drawUsers();
    await page.getByLabelText('选择张三').click();
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect.element(page.getByText('不能删除自己')).toBeVisible();
    await expect.element(page.getByText('已选 1 项')).toBeVisible();
  });
});
