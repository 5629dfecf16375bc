import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { functionNode } from '@back-office/web/testing/function-node.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { tabsStore } from '@back-office/web/platform/tabs/tabs-store.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { GrantPanel } from './grant-panel.tsx';
import { useGrants } from './use-grants.ts';

const users = { id: 'users', functionName: '用户列表', functionPermission: 'read,edit,export', functionComponent: 'sys/user/list' };
const sms = { id: 'sms', functionName: '短信列表', functionPermission: 'read,发送', functionComponent: 'sys/sms/list' };
const tree = [functionNode({ id: 'sys', functionName: '系统管理' }, functionNode(users), functionNode(sms)), functionNode({ id: '帮助' })];
const [reading, saving] = ['GET /api/sys/function/select-role-functions', 'POST /api/sys/function/save-role-functions'];
const asSent = ({ body }: Call): unknown => (body as { functions: unknown }).functions;
let calls: Call[];

/** Stubs the initial grants, and other answers. */
const answer = (granted: Record<string, string>, more: Record<string, unknown> = {}): void => {
  const records = Object.entries(granted).map(([id, functionPermission]) => ({ id, functionPermission }));
  calls = stubServer({ 'GET /api/sys/function/select-functions': tree, [reading]: records, [saving]: asSent, ...more });
};
const sent = (): Call[] => calls.filter(({ path }) => path.endsWith('/save-role-functions'));

const Panel = () => <GrantPanel grants={useGrants('7')} roleCode="clerk" roleName="文员" editing={false} />;
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const foot = page.getByRole('status').filter({ hasText: '尚未保存' });

beforeEach(() => answer({}));

describe('ticking', () => {
  test('a tick makes its branch partially checked, is counted, and is undone with 撤销', async () => {
    await draw(<Panel />);
    await box('用户列表 查看').click();
    await expect.element(box('用户列表 查看')).toBeChecked();
    await expect.element(box('系统管理')).toBePartiallyChecked();
    await expect.element(foot).toMatchTextContent('已修改 1 个功能，尚未保存');
    await button('撤销').click();
    await expect.element(box('用户列表 查看')).not.toBeChecked();
    await expect.element(foot).not.toBeInTheDocument();
  });

  test('a whole branch, one permission everywhere, or everything can be ticked and unticked at once', async () => {
    await draw(<Panel />);
    await box('系统管理').click();
    await expect.element(box('短信列表 发送')).toBeChecked();
    await expect.element(box('帮助')).not.toBeChecked();
    await box('系统管理').click();
    await box('全部查看').click();
    await expect.element(box('短信列表 查看')).toBeChecked();
    await expect.element(box('用户列表 导出')).not.toBeChecked();
    await expect.element(box('全部功能')).toBePartiallyChecked();
    await box('全部功能').click();
    await expect.element(box('帮助')).toBeChecked();
    await box('全部功能').click();
    await expect.element(foot).not.toBeInTheDocument();
  });

  test('a granted permission that its page does not declare is shown, so that it can be removed', async () => {
    answer({ users: 'read,审核' });
    await draw(<Panel />);
    await expect.element(box('用户列表 审核')).toBeChecked();
    await expect.element(page.getByRole('columnheader', { name: '其他' })).toBeVisible();
  });

  test('a disabled function is marked as such', async () => {
    const off = { ...functionNode(users), functionStatus: '停用' };
    answer({}, { 'GET /api/sys/function/select-functions': [off] });
    await draw(<Panel />);
    await expect.element(page.getByRole('rowheader', { name: '用户列表' })).toMatchTextContent('停用');
  });
});

describe('saving', () => {
  test('lists each function with its path and its changes before anything is sent', async () => {
    answer({ users: 'read,export' });
    await draw(<Panel />);
    await box('用户列表 导出').click();
    await box('用户列表 编辑').click();
    await button('保存授权').click();
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('系统管理 / 用户列表新增：编辑移除：导出');
    expect(sent()).toEqual([]);
    await dialog.getByRole('button', { name: '返回修改' }).click();
    await expect.element(foot).toBeVisible();
  });

  test('keeps what somebody else has granted meanwhile', async () => {
    let granted = [{ id: 'users', functionPermission: 'read' }];
    answer({}, { [reading]: () => granted });
    await draw(<Panel />);
    await box('用户列表 导出').click();
    granted = [...granted, { id: 'sms', functionPermission: 'read' }];
    await button('保存授权').click();
    await dialog.getByRole('button', { name: '保存授权' }).click();
    await expect.element(page.getByText('授权已保存')).toBeVisible();
    expect(sent()[0]?.query.get('sysRoleId')).toBe('7');
    const functions = [
      { id: 'users', functionPermission: 'read,export' },
      { id: 'sms', functionPermission: 'read' },
    ];
    expect(sent()[0]?.body).toEqual({ functions, before: granted });
    await expect.element(box('短信列表 查看')).toBeChecked();
    await expect.element(foot).not.toBeInTheDocument();
  });

  test('that ends while its tab is hidden leaves the tab unmarked', async () => {
    const { answer: saved, release } = deferredAnswer([{ id: 'users', functionPermission: 'read' }]);
    answer({}, { [saving]: saved });
    const at = '/sys/role/view/7';
    const tab = tabToHide(at);
    await draw(
      <tab.Tab>
        <Panel />
      </tab.Tab>,
    );
    await box('用户列表 查看').click();
    await expect.poll(() => tabsStore.isDirty(at)).toBe(true);
    await button('保存授权').click();
    await dialog.getByRole('button', { name: '保存授权' }).click();
    await expect.poll(sent).toHaveLength(1);
    await tab.hide();
    release();
    await expect.poll(() => tabsStore.isDirty(at)).toBe(false);
    tab.show();
    await expect.element(page.getByText('授权已保存')).toBeVisible();
    expect(tabsStore.isDirty(at)).toBe(false);
  });

  test('retries a server error with the same idempotency key, and a refusal with a new one', async () => {
    const answers = [new Refusal('serverError'), new Refusal('refused', '功能已被删除')];
    answer({}, { [saving]: (call: Call) => Promise.reject(answers.shift() ?? new Error(call.path)) });
    await draw(<Panel />);
    await box('用户列表 查看').click();
    await button('保存授权').click();
    const save = dialog.getByRole('button', { name: '保存授权' });
    await save.click();
    await expect.element(page.getByText('服务器异常，请稍后重试！')).toBeVisible();
    await save.click();
    await expect.element(page.getByText('功能已被删除')).toBeVisible();
    answers.push(new Refusal('refused', '还是不行'));
    await save.click();
    await expect.element(page.getByText('还是不行')).toBeVisible();
    const [first, second, third] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    // No change is lost.
    await dialog.getByRole('button', { name: '返回修改' }).click();
    await expect.element(box('用户列表 查看')).toBeChecked();
  });
});

describe('the grid', () => {
  test('is a single Tab stop, navigated with the arrow keys and ticked with Space', async () => {
    await draw(<Panel />);
    const all = box('全部功能');
    await expect.element(all).toBeVisible();
    (all.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    await expect.element(box('用户列表 查看')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(box('用户列表 查看')).toBeChecked();
    await userEvent.keyboard('{ArrowDown}{End}');
    await expect.element(box('短信列表 发送')).toHaveFocus();
    // The row above has nothing in this column, so the focus moves to its last one before it.
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(box('用户列表 导出')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(box('用户列表')).toHaveFocus();
    expect(document.querySelectorAll('[role=treegrid] input[tabindex="0"]')).toHaveLength(1);
  });

  test('collapses and expands by branch or as a whole, and exposes what is expanded', async () => {
    await draw(<Panel />);
    await button('收起系统管理').click();
    await expect.element(page.getByText('用户列表')).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: '展开系统管理' })).toHaveAttribute('aria-expanded', 'false');
    await button('全部展开').click();
    await expect.element(page.getByText('用户列表')).toBeVisible();
    await expect.element(button('全部展开')).not.toBeInTheDocument();
    // The same button, which still has the focus.
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('用户列表')).not.toBeInTheDocument();
    await expect.element(button('全部展开')).toHaveFocus();
  });

  test('offers no collapsing if no function has children', async () => {
    answer({}, { 'GET /api/sys/function/select-functions': [functionNode({ id: '帮助' }), functionNode({ id: '首页' })] });
    await draw(<Panel />);
    await expect.element(page.getByText('帮助')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^全部(展开|收起)$/ })).not.toBeInTheDocument();
  });

  test('finds functions by pinyin and shows the path to them, collapsed or not', async () => {
    await draw(<Panel />);
    await button('全部收起').click();
    const search = page.getByRole('searchbox', { name: '搜索功能' });
    await search.fill('yonghu');
    await expect.element(page.getByText('用户列表')).toBeVisible();
    await expect.element(page.getByText('系统管理')).toBeVisible();
    await expect.element(page.getByText('短信列表')).not.toBeInTheDocument();
    await expect.element(button('全部展开')).toBeDisabled();
    await search.fill('没有的');
    await expect.element(page.getByText('没有符合条件的功能')).toBeVisible();
  });
});

test('a tick among two hundred functions is shown without noticeable delay', async () => {
  const many = Array.from({ length: 200 }, (_, at) => functionNode({ id: `功能${at}`, functionPermission: 'read,add,edit,delete,audit' }));
  answer({}, { 'GET /api/sys/function/select-functions': many });
  await draw(<Panel />);
  await expect.element(box('功能199 audit')).toBeInTheDocument();
  const spent: number[] = [];
  for (const each of [...document.querySelectorAll<HTMLInputElement>('[role=treegrid] input')].slice(100, 140)) {
    const start = performance.now();
    each.click();
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    spent.push(performance.now() - start);
  }
  // 20 ms on an idle machine; up to half of the clicks may be delayed by other load.
  expect(spent.toSorted((one, other) => one - other)[20]).toBeLessThan(200);
});
