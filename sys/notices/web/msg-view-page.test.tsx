import { choose } from '@back-office/web/testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries, optionsOf } from '@back-office/web/testing/sample.ts';
import { setPermissions } from '@back-office/web/testing/set-permissions.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ignoreHeldEnter } from '@back-office/web/platform/keyboard/ignore-held-enter.ts';
import { MsgViewPage } from './msg-view-page.tsx';

// As the application does at startup.
ignoreHeldEnter();

const stored = {
  id: '7',
  version: 3,
  msgTitle: '停电通知',
  msgContent: '<p>周六<strong>检修</strong></p>',
  msgScope: '全部',
  targetIds: [],
  msgStatus: '草稿',
  needConfirm: '否',
};
const words = dictionaries({
  msg_scope: ['全部', '机构', '角色', '用户'],
  msg_status: ['草稿', '已发布', '已撤回'],
  msg_type: ['通知'],
  msg_level: ['一般'],
});
const start = async (row: Record<string, unknown> = {}, more: Record<string, unknown> = {}, at = '/sys/msg/view/7'): Promise<Call[]> => {
  const calls = stubServer({
    'GET /api/sys/msg/select/7': { ...stored, ...row },
    'GET /api/sys/dict/select-tree': words,
    'GET /api/file/select': [],
    'POST /api/live/watch': { version: 3 },
    'POST /api/sys/msg/save': ({ body }: Call) => ({ ...stored, ...row, ...(body as object), version: 4 }),
    ...more,
  });
  await draw(<MsgViewPage />, { at });
  return calls;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const people = optionsOf('李四', '张三');
const uuid = (end: string): string => `01900000-0000-7000-8000-00000000000${end}`;
const saved = (calls: Call[]): unknown[] => calls.filter(({ path }) => path === '/api/sys/msg/save').map(({ body }) => body);

test('a rule’s message at the field that Ctrl+S leaves stays there', async () => {
  const calls = await start({ publishTime: '2027-01-31 08:00:00' }, {}, '/sys/msg/view/7?edit=1');
  await page.getByLabelText('失效时间').click();
  await userEvent.keyboard('2027-01-30 08:00:00{Control>}s{/Control}');
  const told = page.getByText('失效时间不能早于发布时间');
  await expect.element(told).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve));
  await expect.element(told).toBeVisible();
  expect(saved(calls)).toEqual([]);
});

test('the attachments stay below the form when the right to edit is taken away', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/msg': 'read,edit' } });
  await start({}, {}, '/sys/msg/view/7?edit=1');
  const files = page.getByRole('region', { name: '附件' }).getByLabelText('选择文件', { exact: true });
  await expect.element(files).toBeInTheDocument();
  setPermissions('sys/msg', 'read');
  await expect.element(page.getByRole('status').filter({ hasText: '您没有修改通知公告的权限' })).toBeVisible();
  await expect.element(files).toBeInTheDocument();
});

describe('publishing', () => {
  test('a draft requires a confirmation', async () => {
    const calls = await start();
    await button('发布').click();
    await expect.element(dialog).toMatchTextContent('发布“停电通知”？发布后接收人会立即收到');
    await dialog.getByRole('button', { name: '取消' }).click();
    expect(saved(calls)).toEqual([]);
    await button('发布').click();
    await dialog.getByRole('button', { name: '发布' }).click();
    await expect.element(page.getByText('已发布', { exact: true }).first()).toBeVisible();
    expect(saved(calls)).toEqual([{ id: '7', version: 3, msgStatus: '已发布' }]);
  });

  test('is asked about, but not confirmed, by holding Enter down on the button', async () => {
    const calls = await start();
    await expect.element(button('发布')).toBeVisible();
    (button('发布').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter>200/}');
    await expect.element(dialog.getByRole('button', { name: '发布' })).toHaveFocus();
    await expect.element(dialog).toBeVisible();
    expect(saved(calls)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => saved(calls)).toEqual([{ id: '7', version: 3, msgStatus: '已发布' }]);
  });

  test('is undone by withdrawing the notice', async () => {
    const calls = await start({ msgStatus: '已发布' });
    await button('撤回').click();
    await expect.element(dialog).toMatchTextContent('撤回后接收人不再看到这条通知。');
    await dialog.getByRole('button', { name: '撤回' }).click();
    await expect.poll(() => saved(calls)).toEqual([{ id: '7', version: 3, msgStatus: '已撤回' }]);
  });

  test.each([
    [
      'a rule',
      () => new Refusal('refused', undefined, { fields: [{ field: 'targetIds', message: '发布前请选择接收对象' }] }),
      '发布前请选择接收对象',
    ],
    [
      'somebody quicker',
      () => new Refusal('conflict', undefined, { conflict: 'version', current: stored }),
      '数据已被他人修改，已为您刷新，请重试',
    ],
    ['a lack of rights', () => new Refusal('notPermitted', '不能发布给其他机构'), '不能发布给其他机构'],
  ])('says so when it is stopped by %s', async (_, refusal, said) => {
    await start(
      {},
      {
        'POST /api/sys/msg/save': () => {
          throw refusal();
        },
      },
    );
    await button('发布').click();
    await dialog.getByRole('button', { name: '发布' }).click();
    await expect.element(page.getByText(said)).toBeVisible();
  });

  test('shows the server’s refusal for four seconds', async () => {
    const refuse = (): never => {
      throw new Refusal('notPermitted', '不能发布给其他机构');
    };
    await start({}, { 'POST /api/sys/msg/save': refuse });
    await button('发布').click();
    await dialog.getByRole('button', { name: '发布' }).click();
    await expect.element(page.getByText('不能发布给其他机构')).toBeVisible();
    const shown = performance.now();
    await expect.element(page.getByText('不能发布给其他机构')).not.toBeInTheDocument();
    expect(performance.now() - shown).toBeGreaterThan(3_500);
  });

  test('is not offered to a user with only the read permission', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/msg': 'read' } });
    await start();
    await expect.element(page.getByText('检修')).toBeVisible();
    await expect.element(button('发布')).not.toBeInTheDocument();
  });
});

describe('a notice', () => {
  test('is shown as its readers see it, and has no readers while it is a draft', async () => {
    await start();
    await expect.element(page.getByText('检修')).toBeVisible();
    expect(page.getByText('检修').element().tagName).toBe('STRONG');
    await expect.element(page.getByRole('tab', { name: '阅读情况' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('tab', { name: '附件' })).toBeVisible();
  });

  test('shows who has read it once it is published', async () => {
    const reader = { id: '1', userAccount: 'lisi', userName: '李四', sysOrgIdLabel: null, isRead: '否', readTime: null, confirmTime: null };
    const answer = { items: [reader], total: 1, addressed: 1, read: 0, confirmed: 0 };
    await start({ msgStatus: '已发布' }, { 'GET /api/sys/msg/readers/7': answer });
    await page.getByRole('tab', { name: '阅读情况' }).click();
    await expect.element(page.getByRole('row', { name: '李四' })).toMatchTextContent('李四未读lisi—');
  });

  test('names its recipients, of the kind that its scope gives', async () => {
    await start({ msgScope: '角色', targetIds: ['r1'] }, { 'GET /api/sys/role/select/r1': { id: 'r1', roleName: '文员' } });
    await expect.poll(() => page.getByText('接收对象').element().nextElementSibling?.textContent).toBe('文员');
  });
});

describe('the form', () => {
  const scope = page.getByRole('combobox', { name: '范围' });
  const targets = page.getByRole('combobox', { name: '接收对象' });

  test('asks for recipients only if the scope needs them, and anew after a change of scope', async () => {
    const calls = await start(
      { msgScope: '角色', targetIds: ['1'] },
      {
        'GET /api/sys/role/select/1': { id: '1', roleName: '文员' },
        'GET /api/sys/user/select-options': { ...people, items: people.items.map((one) => ({ ...one, id: uuid(one.id) })) },
        [`GET /api/sys/user/select/${uuid('2')}`]: { id: uuid('2'), userName: '张三' },
      },
      '/sys/msg/view/7?edit=1',
    );
    await expect.element(page.getByText('文员')).toBeVisible();
    await scope.click();
    await choose('用户');
    await expect.element(page.getByText('文员')).not.toBeInTheDocument();
    await targets.click();
    await choose('张三');
    await button('保存').click();
    await expect.poll(() => saved(calls)).toEqual([{ id: '7', version: 3, msgScope: '用户', targetIds: [uuid('2')] }]);
  });

  test('asks for no recipients if the scope is everybody', async () => {
    await start({}, {}, '/sys/msg/view/7?edit=1');
    await expect.element(page.getByText('全部用户都会收到，无需选择')).toBeVisible();
    await expect.element(targets).not.toBeInTheDocument();
  });

  test.each([
    ['全部', scope],
    ['用户', targets],
  ])('says at its field that a notice to %s reaches people beyond the data scope', async (msgScope, field) => {
    const message = '不能向自己数据范围之外的人发布通知';
    const fields = [{ field: msgScope === '全部' ? 'msgScope' : 'targetIds', message }];
    const refuse = (): never => {
      throw new Refusal('notPermitted', message, { fields });
    };
    await start(
      { msgScope, targetIds: msgScope === '全部' ? [] : [uuid('1')] },
      { [`GET /api/sys/user/select/${uuid('1')}`]: { id: uuid('1'), userName: '李四' }, 'POST /api/sys/msg/save': refuse },
      '/sys/msg/view/7?edit=1',
    );
    await page.getByRole('textbox', { name: '标题' }).fill('别的');
    await button('保存').click();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(message));
    await expect.element(field).toHaveFocus();
  });

  test('shows the files of the notice below it', async () => {
    const file = { id: 'f', fileName: '预算.pdf', fileType: 'pdf', fileSize: 2048, filePath: '/files/f', thumbnailPath: null };
    await start({}, { 'GET /api/file/select': [file] }, '/sys/msg/view/7?edit=1');
    const card = page.getByRole('region', { name: '附件' });
    await expect.element(card.getByRole('button', { name: '删除预算.pdf' })).toBeVisible();
  });
});
