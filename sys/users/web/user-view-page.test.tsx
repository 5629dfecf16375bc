import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UserViewPage } from './user-view-page.tsx';

const zhang = { id: '77', version: 3, userAccount: 'zhang', userName: '张三', userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' };
const answers = (id = '77') => ({
  [`GET /api/sys/user/select/${id}`]: { ...zhang, id },
  'GET /api/sys/user/create': { userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' },
  'POST /api/live/watch': { version: 3 },
});
const start = async (more: Record<string, unknown> = {}, at = '/sys/user/view/77'): Promise<Call[]> => {
  const calls = stubServer({ ...answers(), ...more });
  await draw(<UserViewPage />, { at });
  return calls;
};
const reset = page.getByRole('button', { name: '重置密码' });
const shown = page.getByRole('dialog', { name: '一次性密码' });

/** The texts written to the clipboard; `kept`: the browser denies access, through the older API too. */
function clipboard({ kept = false } = {}): string[] {
  const written: string[] = [];
  if (kept) vi.spyOn(document, 'execCommand').mockReturnValue(false);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    if (kept) return Promise.reject(new DOMException('', 'NotAllowedError'));
    written.push(text);
    return Promise.resolve();
  });
  return written;
}

test('a person’s image is shown in their form, and only they can change it', async () => {
  await start({}, '/sys/user/view/77?edit=1');
  await expect.element(page.getByText('由本人在个人中心更换')).toBeVisible();
  await expect.element(page.getByText('张', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /头像/ })).not.toBeInTheDocument();
});

describe('resetting a password', () => {
  const answer = { 'PUT /api/sys/user/reset-password/77': { oneTimePassword: 'Kx7-Qm2-Rt9' } };
  const open = async () => {
    const calls = await start(answer);
    await reset.click();
    await page.getByRole('dialog', { name: '重置“张三”的密码？' }).getByRole('button', { name: '重置密码' }).click();
    await expect.element(shown).toBeVisible();
    return calls;
  };

  test('asks for confirmation first, with the focus on 取消, and sends nothing before', async () => {
    const calls = await start(answer);
    await reset.click();
    const asking = page.getByRole('dialog', { name: '重置“张三”的密码？' });
    await expect.element(asking).toMatchTextContent('原密码立即失效');
    await expect.element(asking.getByRole('button', { name: '取消' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(calls.filter(({ path }) => path.includes('reset-password'))).toEqual([]);
  });

  test('shows the password once, and Enter copies it', async () => {
    const copied = clipboard();
    await open();
    await expect.element(shown).toMatchTextContent('账号“zhang”的一次性密码只显示这一次');
    await expect.element(shown.getByText('Kx7-Qm2-Rt9')).toBeVisible();
    await expect.element(shown.getByRole('button', { name: '复制' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('已复制')).toBeVisible();
    expect(copied).toEqual(['Kx7-Qm2-Rt9']);
  });

  test('shows a dialog that Escape does not close, only its own button', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.element(shown).toBeVisible();
    await shown.getByRole('button', { name: '我已保存，关闭' }).click();
    await expect.element(shown).not.toBeInTheDocument();
  });

  test('explains how to copy by hand if the browser denies access to the clipboard', async () => {
    clipboard({ kept: true });
    await open();
    await shown.getByRole('button', { name: '复制' }).click();
    await expect.element(page.getByText('请手动选择并复制')).toBeVisible();
  });

  test('reports a refusal and closes the confirmation', async () => {
    await start({
      'PUT /api/sys/user/reset-password/77': () => {
        throw new Refusal('notPermitted', '不能重置权限更高的人的密码');
      },
    });
    await reset.click();
    const asking = page.getByRole('dialog', { name: '重置“张三”的密码？' });
    await asking.getByRole('button', { name: '重置密码' }).click();
    await expect.element(page.getByText('不能重置权限更高的人的密码')).toBeVisible();
    await expect.element(asking).not.toBeInTheDocument();
  });

  test('replaces the password field in the form', async () => {
    await start({}, '/sys/user/view/77?edit=1');
    await expect.element(page.getByRole('textbox', { name: '姓名' })).toBeVisible();
    await expect.poll(() => reset.elements().length).toBe(1);
    await expect.element(page.getByLabelText('密码', { exact: true })).not.toBeInTheDocument();
  });

  test('is not offered for oneself: that is done in the personal centre', async () => {
    const me = signInAs();
    stubServer(answers(me));
    await draw(<UserViewPage />, { at: `/sys/user/view/${me}?edit=1` });
    await expect.element(page.getByText('请在个人中心修改自己的密码')).toBeVisible();
    await expect.element(reset).not.toBeInTheDocument();
  });

  test('is not offered to a person who may only read', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
    await start();
    await expect.element(page.getByText('zhang')).toBeVisible();
    await expect.element(reset).not.toBeInTheDocument();
  });
});

describe('a person who registered', () => {
  const registered = { ...zhang, userStatus: '待审核' };
  const approve = page.getByRole('button', { name: '通过', exact: true });
  const refuse = page.getByRole('button', { name: '拒绝', exact: true });

  test('is approved in the view of their record', async () => {
    let record = registered;
    const calls = await start({
      'GET /api/sys/user/select/77': () => record,
      'PUT /api/sys/user/approve/77': () => {
        record = { ...zhang, version: 4 };
        return record;
      },
    });
    await approve.click();
    await page.getByRole('dialog', { name: '通过注册申请' }).getByRole('button', { name: '通过' }).click();
    await expect.element(page.getByText('已通过，可以登录了')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ version: 3 });
    await expect.element(approve).not.toBeInTheDocument();
    await expect.element(refuse).not.toBeInTheDocument();
  });

  test('is refused in the view of their record, with a reason', async () => {
    const calls = await start({ 'GET /api/sys/user/select/77': registered, 'PUT /api/sys/user/refuse/77': {} });
    await refuse.click();
    const asking = page.getByRole('dialog', { name: '拒绝注册申请' });
    await asking.getByRole('textbox', { name: '拒绝原因' }).fill('查无此人');
    await asking.getByRole('button', { name: '拒绝' }).click();
    await expect.element(page.getByText('已拒绝')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ version: 3, reason: '查无此人' });
  });

  test('cannot be decided on in the form', async () => {
    await start({ 'GET /api/sys/user/select/77': registered }, '/sys/user/view/77?edit=1');
    await expect.element(page.getByRole('textbox', { name: '姓名' })).toBeVisible();
    await expect.element(approve).not.toBeInTheDocument();
  });

  test('cannot be decided on by a person who may only read', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
    await start({ 'GET /api/sys/user/select/77': registered });
    await expect.element(page.getByText('待审核')).toBeVisible();
    await expect.element(approve).not.toBeInTheDocument();
  });
});

describe('a new person', () => {
  const fill = async (): Promise<void> => {
    await page.getByRole('textbox', { name: '账号' }).fill('zhao');
    await page.getByRole('textbox', { name: '姓名' }).fill('赵六');
    await page.getByRole('button', { name: '保存', exact: true }).click();
  };
  const saved = { id: '78', version: 0, userAccount: 'zhao', userName: '赵六', userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' };
  const rest = { 'GET /api/sys/user/select/78': saved };

  test('without a password gets a one-time password, which is shown once', async () => {
    await start({ ...rest, 'POST /api/sys/user/save': { ...saved, oneTimePassword: 'Aa1-Bb2-Cc3' } }, '/sys/user/view/new');
    await expect.element(page.getByText('留空则生成一次性密码')).toBeVisible();
    await fill();
    await expect.element(shown).toMatchTextContent('Aa1-Bb2-Cc3');
    await shown.getByRole('button', { name: '我已保存，关闭' }).click();
  });

  test('with a password is saved without showing one', async () => {
    const calls = await start({ ...rest, 'POST /api/sys/user/save': saved }, '/sys/user/view/new');
    await page.getByLabelText('密码', { exact: true }).fill('Pw-Journey-2026');
    await fill();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    await expect.element(shown).not.toBeInTheDocument();
    expect(calls.find(({ path }) => path === '/api/sys/user/save')?.body).toMatchObject({ userPassword: 'Pw-Journey-2026' });
  });
});
