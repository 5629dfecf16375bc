import { org } from '@back-office/sys/orgs/org.ts';
import { user } from '@back-office/sys/users/user.ts';
import { UserListPage } from '@back-office/sys/users/web/user-list-page.tsx';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { dictionaries } from '../../testing/sample.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const words = {
  'GET /api/sys/dict/select-tree': dictionaries({
    user_status: ['正常', '停用', '待审核'],
    status: ['正常', '停用'],
    gender: ['男', '女'],
  }),
};
let people: ReturnType<typeof rowsOf>;
let orgs: ReturnType<typeof rowsOf>;
let calls: Call[];
/** The reason for refusing the next save. */
let refused: unknown;

/** Applies saves to the rows, like the server. */
const saving =
  (rows: () => ReturnType<typeof rowsOf>) =>
  ({ body }: Call) => {
    const [sent] = body as { id: string; version: number }[];
    if (refused !== undefined) return { results: [{ refused }] };
    const row = rows().find(({ id }) => id === sent?.id);
    return { results: [{ saved: Object.assign(row ?? {}, sent, { version: (sent?.version ?? 0) + 1 }) }] };
  };

beforeEach(() => {
  refused = undefined;
  people = rowsOf(
    user,
    { version: 3, userAccount: 'zhang', userName: '张三', userStatus: '正常' },
    { version: 4, userAccount: 'li', userName: '李四', userStatus: '停用' },
    { version: 5, userAccount: 'wang', userName: '王五', userStatus: '待审核' },
    { version: 1, userAccount: 'admin', userName: '系统管理员', userStatus: '正常' },
  );
  orgs = rowsOf(
    org,
    { version: 2, orgName: '总部', orgStatus: '正常' },
    { version: 2, orgName: '华东分公司', orgStatus: '停用' },
    { version: 2, orgName: '西北分公司', orgStatus: '正常' },
  );
  calls = stubServer({
    ...stubList(user, people),
    ...stubList(org, orgs),
    ...words,
    'POST /api/sys/user/save-each': saving(() => people),
    'POST /api/sys/org/save-each': saving(() => orgs),
  });
});

const stateOf = (name: string) => page.getByRole('switch', { name: `${name}的状态` });
const sent = () => calls.filter(({ path }) => path.endsWith('save-each')).map(({ body }) => body);

describe('the switch of a state in a list', () => {
  test('changes at once if the change has no consequences, and is undone by Ctrl+Z', async () => {
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await expect.element(stateOf('总部')).toBeChecked();
    await stateOf('总部').click();
    await expect.element(page.getByText('“总部”已改为停用')).toBeVisible();
    await expect.element(stateOf('总部')).not.toBeChecked();
    await expect.element(stateOf('总部')).toMatchTextContent('停用');
    await expect.element(stateOf('总部')).toHaveFocus();
    expect(sent()).toEqual([[{ id: '1', version: 2, orgStatus: '停用' }]]);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(page.getByText('已撤销对“总部”的修改')).toBeVisible();
    expect(sent()[1]).toEqual([{ id: '1', version: 3, orgStatus: '正常' }]);
    await expect.element(stateOf('总部')).toBeChecked();
    // A click on the switch opens no record.
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('undoes the last of several changes first, each once', async () => {
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await stateOf('总部').click();
    await expect.element(page.getByText('“总部”已改为停用')).toBeVisible();
    await stateOf('华东分公司').click();
    await expect.element(page.getByText('“华东分公司”已改为正常')).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(sent).toHaveLength(4);
    expect(sent().slice(2)).toEqual([[{ id: '2', version: 3, orgStatus: '停用' }], [{ id: '1', version: 3, orgStatus: '正常' }]]);
    await expect.element(page.getByText('已撤销对“华东分公司”的修改')).toBeVisible();
  });

  test('asks first if people would be signed out by the change, and works by keyboard', async () => {
    await draw(<UserListPage />, { at: '/sys/user/list' });
    await expect.element(stateOf('张三')).toBeVisible();
    stateOf('张三').element().focus();
    await userEvent.keyboard(' ');
    const question = page.getByRole('dialog', { name: '把用户“张三”改为停用？' });
    await expect.element(question).toMatchTextContent('停用后立即退出登录');
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
    await expect.element(stateOf('张三')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await question.getByRole('button', { name: '停用' }).click();
    await expect.element(page.getByText('“张三”已改为停用')).toBeVisible();
    expect(sent()).toEqual([[{ id: '1', version: 3, userStatus: '停用' }]]);
    // The opposite change needs no confirmation.
    await stateOf('李四').click();
    await expect.element(page.getByText('“李四”已改为正常')).toBeVisible();
  });

  test('says once that it is not known whether the state changed if the connection is lost', async () => {
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await expect.element(stateOf('总部')).toBeChecked();
    await expect.element(page.getByText('共 3 条')).toBeVisible();
    const lost = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', lost);
    await stateOf('总部').click();
    await expect.element(page.getByText('不知道“总部”是否已改为停用：没有得到答复，请刷新后核对'), { timeout: 5_000 }).toBeVisible();
    await expect.element(stateOf('总部')).toHaveAttribute('aria-busy', 'false');
    expect(page.getByText('网络异常，请检查网络连接').elements()).toEqual([]);
    expect(lost).toHaveBeenCalledTimes(2);
  });

  test('saves once, however often it is pressed before the answer', async () => {
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await expect.element(stateOf('总部')).toBeChecked();
    const button = stateOf('总部').element() as HTMLElement;
    button.click();
    button.click();
    await expect.element(page.getByText('“总部”已改为停用')).toBeVisible();
    await expect.element(stateOf('总部')).not.toBeChecked();
    expect(sent()).toHaveLength(1);
  });

  test('says why a change can no longer be undone', async () => {
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await stateOf('总部').click();
    await expect.element(page.getByText('“总部”已改为停用')).toBeVisible();
    refused = { code: 40900, message: '数据已被他人修改，请刷新后重试', data: { conflict: 'version', current: {} } };
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(page.getByText('已撤销 0 条，1 条没有撤销：总部（已被他人修改，没有覆盖）')).toBeVisible();
  });

  test('does not say that a change was not undone if the answer was lost', async () => {
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await stateOf('总部').click();
    await expect.element(page.getByText('“总部”已改为停用')).toBeVisible();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await userEvent.keyboard('{Control>}z{/Control}');
    const said = '已撤销 0 条，1 条不知道是否撤销：总部（没有得到答复，请刷新后核对）';
    await expect.element(page.getByText(said), { timeout: 5_000 }).toBeVisible();
  });

  test('does not overwrite what someone else has changed meanwhile, and reloads it', async () => {
    refused = { code: 40900, message: '数据已被他人修改，请刷新后重试', data: { conflict: 'version', current: {} } };
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await expect.element(stateOf('总部')).toBeChecked();
    Object.assign(orgs[0] ?? {}, { version: 3, orgName: '集团总部' });
    await stateOf('总部').click();
    await expect.element(page.getByText('“总部”没有改为停用：已被他人修改，没有覆盖')).toBeVisible();
    await expect.element(stateOf('集团总部')).toBeChecked();
  });

  test('moves the focus to the next row if the list no longer shows its own', async () => {
    await draw(<ListPage resource={org} />, { at: '/sys/org/list?eq=orgStatus:正常' });
    await stateOf('总部').click();
    await expect.element(stateOf('总部')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: '西北分公司' })).toHaveFocus();
  });

  test('is missing for any third value, and for people who may not edit the record', async () => {
    const { unmount } = await draw(<UserListPage />, { at: '/sys/user/list' });
    await expect.element(page.getByRole('cell', { name: '待审核' })).toBeVisible();
    // The account admin, which cannot be deleted, cannot be disabled either.
    await expect.element(stateOf('系统管理员')).not.toBeInTheDocument();
    expect(page.getByRole('switch').elements()).toHaveLength(2);
    await unmount();
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read,edit' } });
    const drawn = await draw(<UserListPage />, { at: '/sys/user/list' });
    await expect.element(stateOf('张三')).toBeVisible();
    await expect.element(stateOf('系统管理员')).not.toBeInTheDocument();
    await drawn.unmount();
    signInAs({ account: 'reader', grants: { 'sys/user': 'read,delete' } });
    await draw(<UserListPage />, { at: '/sys/user/list' });
    await expect.element(page.getByRole('link', { name: '张三' })).toBeVisible();
    expect(page.getByRole('switch').elements()).toEqual([]);
  });

  test('is as large as a finger on a card', async () => {
    await onPhone();
    await draw(<ListPage resource={org} />, { at: '/sys/org/list' });
    await expect.element(stateOf('总部')).toBeVisible();
    const { width, height } = stateOf('总部').element().getBoundingClientRect();
    expect([width >= 44, height >= 44]).toEqual([true, true]);
    await stateOf('总部').click();
    await expect.element(stateOf('总部')).not.toBeChecked();
  });
});
