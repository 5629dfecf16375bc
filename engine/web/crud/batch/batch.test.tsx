import { user } from '@back-office/sys/users/user.ts';
import { UserListPage } from '@back-office/sys/users/web/user-list-page.tsx';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choose } from '../../testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { manyRows, rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';

const editor = '0197a000-0000-7000-8000-000000000002';
const people = rowsOf(
  user,
  {
    version: 3,
    userAccount: 'zhang',
    userName: '张三',
    userStatus: '正常',
    userGender: '男',
    sysOrgId: 'o1',
    sysOrgIdLabel: '总部',
    sysDeptId: 'd1',
    sysDeptIdLabel: '人事部',
  },
  {
    version: 4,
    userAccount: 'li',
    userName: '李四',
    userStatus: '停用',
    userGender: '女',
    sysRoleIds: ['r1'],
    sysRoleIdsLabel: ['审计员'],
  },
  { version: 5, userAccount: 'wang', userName: '王五', userStatus: '待审核', userGender: '女' },
  { version: 1, userAccount: 'admin', userName: '系统管理员', userStatus: '正常' },
);
const words = {
  'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用', '待审核'], gender: ['男', '女'] }),
  [`GET /api/sys/role/select/${editor}`]: { id: editor, version: 1, roleName: '编辑员' },
  'GET /api/sys/role/select-options': { items: [{ id: editor, label: '编辑员', withinLabel: null }], total: 1 },
};
type Sent = { id: string; version: number } & Record<string, unknown>;
let calls: Call[];
/** Refusals by the record's id; all other records are saved. */
let refusals: Record<string, unknown>;

const answer = ({ body }: Call) => ({
  results: (body as Sent[]).map((row) =>
    refusals[row.id] === undefined
      ? { saved: { ...people.find(({ id }) => id === row.id), ...row, version: row.version + 1 } }
      : { refused: refusals[row.id] },
  ),
});
beforeEach(() => {
  refusals = {};
  calls = stubServer({
    ...stubList(user, people),
    ...words,
    'POST /api/sys/user/save-each': answer,
    'PUT /api/sys/user/approve-each': answer,
  });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: /批量修改|通过注册申请/ });
const tick = (name: string) => page.getByRole('checkbox', { name: `选择${name}` }).click();
const field = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
const sent = (): Sent[][] => calls.filter(({ path }) => path.endsWith('-each')).map(({ body }) => body as Sent[]);

async function begin(...names: string[]) {
  const drawn = await draw(<UserListPage />, { at: '/sys/user/list' });
  for (const name of names) await tick(name);
  await button('批量修改').click();
  await expect.element(dialog).toBeVisible();
  return drawn;
}

describe('批量修改', () => {
  test('says how many records it will change before saving, and saves only those', async () => {
    await begin('张三', '李四', '王五');
    await expect.element(dialog).toMatchTextContent('已选 3 条，请勾选要修改的字段');
    await expect.element(dialog.getByRole('button', { name: '修改' })).toBeDisabled();
    await field('状态').click();
    await dialog.getByRole('combobox', { name: '状态' }).click();
    await choose('停用');
    await expect.element(dialog).toMatchTextContent('将修改 2 条；1 条已经如此，不改动');
    expect(sent()).toEqual([]);
    await dialog.getByRole('button', { name: '修改 2 条' }).click();
    await expect.element(page.getByText('已修改 2 条')).toBeVisible();
    expect(sent()).toEqual([
      [
        { id: '1', version: 3, userStatus: '停用' },
        { id: '3', version: 5, userStatus: '停用' },
      ],
    ]);
    expect(calls.find(({ path }) => path.endsWith('save-each'))?.headers.get('Idempotency-Key')).toMatch(/.{20}/);
    await expect.element(dialog).not.toBeInTheDocument();
    // A record that already had the value stays ticked.
    await expect.element(page.getByText('已选 1 项')).toBeVisible();
  });

  test('shows counts with thousands separators', async () => {
    stubServer({ ...stubList(user, manyRows(user, 1200)), ...words });
    await draw(<UserListPage />, { at: '/sys/user/list' });
    await page.getByRole('row', { name: '甲1' }).first().getByRole('checkbox').click();
    await button('全选 1,200 条').click();
    await button('批量修改').click();
    await expect.element(dialog).toMatchTextContent('已选 1,200 条，请勾选要修改的字段');
    await field('性别').click();
    await dialog.getByRole('combobox', { name: '性别' }).click();
    await choose('女');
    await expect.element(dialog).toMatchTextContent('将修改 1,200 条');
    await expect.element(dialog.getByRole('button', { name: '修改 1,200 条' })).toBeVisible();
  });

  test('is undone by Ctrl+Z, which sends the previous values with the current versions', async () => {
    await begin('张三');
    await field('性别').click();
    await dialog.getByRole('combobox', { name: '性别' }).click();
    await choose('女');
    await dialog.getByRole('button', { name: '修改 1 条' }).click();
    await expect.element(button('撤销')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '张三' })).toHaveFocus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(page.getByText('已撤销对“张三”的修改')).toBeVisible();
    expect(sent()[1]).toEqual([{ id: '1', version: 4, userGender: '男' }]);
  });

  test('names the refused records and the reasons, and can undo the others', async () => {
    refusals = {
      2: { code: 40900, message: '数据已被他人修改，请刷新后重试', data: { conflict: 'version', current: {} } },
      3: { code: 40300, message: '不能授予自己没有的权限' },
    };
    await begin('张三', '李四', '王五');
    await field('备注').click();
    await dialog.getByRole('textbox', { name: '备注' }).fill('迁往新址');
    await dialog.getByRole('button', { name: '修改 3 条' }).click();
    await expect.element(dialog).toMatchTextContent('已修改 1 条，2 条没有修改：');
    const left = dialog.getByRole('listitem');
    await expect.element(left.nth(0)).toMatchTextContent('李四已被他人修改，没有覆盖');
    await expect.element(left.nth(1)).toMatchTextContent('王五不能授予自己没有的权限');
    await dialog.getByRole('button', { name: '撤销已改的 1 条' }).click();
    await expect.element(page.getByText('已撤销对“张三”的修改')).toBeVisible();
    expect(sent()[1]).toEqual([{ id: '1', version: 4, userRemark: null }]);
    await expect.element(page.getByText('已选 2 项')).toBeVisible();
  });

  test('does not say that records were not changed if the answer was lost', async () => {
    await begin('张三', '王五');
    await field('备注').click();
    await dialog.getByRole('textbox', { name: '备注' }).fill('迁往新址');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await dialog.getByRole('button', { name: '修改 2 条' }).click();
    await expect.element(dialog.getByRole('listitem').nth(1)).toMatchTextContent('王五没有得到答复，请刷新后核对');
    expect(dialog.getByRole('status').element().textContent).toMatch(/^已修改 0 条，2 条不知道是否修改：/);
  });

  test('adds a role to the roles that people have, unless it is to replace them', async () => {
    await begin('张三', '李四');
    await field('角色').click();
    await dialog.getByRole('combobox', { name: '角色' }).click();
    await page.getByTitle('编辑员').click();
    await dialog.getByRole('button', { name: '修改 2 条' }).click();
    await expect
      .poll(() => sent()[0])
      .toEqual([
        { id: '1', version: 3, sysRoleIds: [editor] },
        { id: '2', version: 4, sysRoleIds: ['r1', editor] },
      ]);
    await expect.element(dialog).not.toBeInTheDocument();
    for (const name of ['张三', '李四']) await tick(name);
    await button('批量修改').click();
    await field('角色').click();
    await dialog.getByRole('radiogroup', { name: '角色怎样修改' }).getByText('改为').click();
    await dialog.getByRole('combobox', { name: '角色' }).click();
    await page.getByTitle('编辑员').click();
    await dialog.getByRole('button', { name: '修改 2 条' }).click();
    await expect.poll(() => sent()[1]?.map(({ sysRoleIds }) => sysRoleIds)).toEqual([[editor], [editor]]);
  });

  test('clears the fields that belonged to the previous organisation', async () => {
    await begin('张三', '李四');
    await field('机构').click();
    await expect.element(dialog).toMatchTextContent('改动后，原来的部门会清空；留空即清空');
    await expect.element(dialog).toMatchTextContent('将修改 1 条；1 条已经如此');
    await dialog.getByRole('button', { name: '修改 1 条' }).click();
    await expect.poll(() => sent()[0]).toEqual([{ id: '1', version: 3, sysOrgId: null, sysDeptId: null }]);
  });

  test('refuses, in the dialog itself, a value that no record may have', async () => {
    await begin('张三');
    await field('状态').click();
    await dialog.getByRole('button', { name: '修改 1 条' }).click();
    await expect.element(dialog).toMatchTextContent('状态不能为空');
    expect(sent()).toEqual([]);
  });

  test('is offered only with permission to edit, and leaves out rows that the person may not edit', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read,edit' } });
    const { unmount } = await begin('张三', '系统管理员');
    await expect.element(dialog).toMatchTextContent('1 条不能由您修改：系统管理员');
    await unmount();
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read,delete' } });
    await draw(<UserListPage />, { at: '/sys/user/list' });
    await tick('李四');
    await expect.element(button('批量修改')).not.toBeInTheDocument();
  });
});

test('批量通过 first names those awaiting approval, then approves only them', async () => {
  await draw(<UserListPage />, { at: '/sys/user/list' });
  await tick('张三');
  await expect.element(page.getByText('已选 1 项')).toBeVisible();
  await expect.element(button('批量通过')).not.toBeInTheDocument();
  await tick('王五');
  await button('批量通过').click();
  await expect.element(dialog).toMatchTextContent('王五（wang）');
  await expect.element(dialog).not.toMatchTextContent('张三');
  await dialog.getByRole('button', { name: '通过 1 条' }).click();
  await expect.element(page.getByText('已通过 1 条')).toBeVisible();
  expect(sent()).toEqual([[{ id: '3', version: 5, userStatus: '正常' }]]);
  await expect.element(page.getByText(/^已选/)).not.toBeInTheDocument();
  await button('撤销').click();
  await expect.poll(() => sent()[1]).toEqual([{ id: '3', version: 6, userStatus: '待审核' }]);
});
