import { limits } from '@back-office/contract/limits.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OwnTokens } from './own-tokens.tsx';

const key = {
  id: '1',
  version: 1,
  tokenName: '考勤同步',
  tokenRights: ['sys/user:edit', 'sys/user:read', 'sys/org:read'],
  allowedAddresses: [],
  expireTime: '2027-03-04 05:06:07',
  tokenStatus: '正常',
  lastUsedTime: null,
  lastUsedIp: null,
};
const list = 'GET /api/sys/token/select-own';
const off = { active: false, app: false, required: false, recoveryCodes: 0 };
const dialog = page.getByRole('dialog');
const made = (calls: Call[]): Call | undefined => calls.find(({ path }) => path.endsWith('/save-own'));

async function start(keys: unknown, more: Record<string, unknown> = {}): Promise<Call[]> {
  const calls = stubServer({ [list]: keys, 'GET /api/sys/user/two-step': off, ...more });
  await draw(<OwnTokens />);
  return calls;
}

/** Fills in the form, except for fields with defaults. */
async function fill(name: string, byPasskey = false): Promise<void> {
  await page.getByRole('button', { name: '新建密钥' }).click();
  await dialog.getByLabelText('名称').fill(name);
  if (!byPasskey) await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
  await dialog.getByLabelText('权限').click();
  await userEvent.keyboard('字典：');
  await page.getByText('字典：查看', { exact: true }).click();
}

test('shows the rights of a key in plain words, and whether it was used', async () => {
  await start([key, { ...key, id: '2', tokenName: '报表', lastUsedTime: '2026-11-20 08:00:00', lastUsedIp: '10.1.2.3' }]);
  const first = page.getByRole('listitem').filter({ hasText: '考勤同步' });
  await expect.element(first).toMatchTextContent('用户：查看、编辑');
  await expect.element(first).toMatchTextContent('机构：查看');
  await expect.element(first).toMatchTextContent('还没有用过');
  await expect.element(page.getByRole('listitem').filter({ hasText: '报表' })).toMatchTextContent('来自 10.1.2.3');
});

test('a key whose time is over is shown as expired, not as in use', async () => {
  await start([
    { ...key, expireTime: '2026-01-01 00:00:00' },
    { ...key, id: '2', tokenName: '报表', expireTime: '2999-01-01 00:00:00' },
  ]);
  const line = page.getByRole('listitem').filter({ hasText: '考勤同步' });
  await expect.element(line.getByText('已过期')).toBeVisible();
  await expect.element(line.getByText('正常')).not.toBeInTheDocument();
  expect(page.getByText('已过期').elements()).toHaveLength(1);
});

test('a new key is shown once, to be copied', async () => {
  let keys: unknown[] = [];
  const token = `bo_${'a'.repeat(43)}01234567`;
  const calls = await start(() => keys, {
    'POST /api/sys/token/save-own': () => {
      keys = [key];
      return { ...key, token };
    },
  });
  await expect.element(page.getByText('还没有接口密钥')).toBeVisible();
  await fill('考勤同步');
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await expect.element(page.getByText(token)).toBeVisible();
  expect(made(calls)?.body).toMatchObject({
    tokenName: '考勤同步',
    tokenRights: ['sys/dict:read'],
    password: expect.any(String) as string,
  });
  expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain('Pw-Secret');
  await page.getByRole('button', { name: '我已保存，关闭' }).click();
  await expect.element(page.getByText(token)).not.toBeInTheDocument();
  await expect.element(page.getByRole('listitem').filter({ hasText: '考勤同步' })).toBeVisible();
});

test('pressing Enter twice creates only one key', async () => {
  const { answer, release } = deferredAnswer({ ...key, token: `bo_${'a'.repeat(43)}01234567` });
  const calls = await start([], { 'POST /api/sys/token/save-own': answer });
  await fill('考勤同步');
  await userEvent.keyboard('{Escape}');
  await dialog.getByLabelText('名称').click();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('save-own'))).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  release();
  await page.getByRole('button', { name: '我已保存，关闭' }).click();
  expect(calls.filter(({ path }) => path.endsWith('save-own'))).toHaveLength(1);
});

test('a repeat after a lost answer is the same call, so that it creates no second key', async () => {
  let times = 0;
  const calls = await start([], {
    'POST /api/sys/token/save-own': () => {
      times += 1;
      if (times === 1) throw new TypeError('Failed to fetch');
      return { ...key, token: `bo_${'a'.repeat(43)}01234567` };
    },
  });
  await fill('考勤同步');
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await expect.poll(() => times).toBe(1);
  await expect.element(page.getByText('网络异常，请检查网络连接')).toBeVisible();
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await page.getByRole('button', { name: '我已保存，关闭' }).click();
  const [first, second] = calls.filter(({ path }) => path.endsWith('save-own'));
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(second?.body).toEqual(first?.body);
});

test('Escape in the open calendar closes only that, and returns to the former time', async () => {
  await start([]);
  await page.getByRole('button', { name: '新建密钥' }).click();
  const input = dialog.getByLabelText('到期时间');
  await input.click();
  const former = (input.element() as HTMLInputElement).value;
  await expect.element(page.getByText('此刻')).toBeVisible();
  await input.fill('2027-1-3');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByText('此刻').query()?.checkVisibility() ?? false).toBe(false);
  await expect.element(dialog).toBeVisible();
  await expect.element(input).toHaveValue(former);
  await expect.element(input).toBeValid();
});

test('a refusal is shown at its field, and what was typed stays', async () => {
  await start([], {
    'POST /api/sys/token/save-own': () => {
      throw new Refusal('refused', '提交的内容有误', { fields: [{ field: 'expireTime', message: '到期时间最长为一年' }] });
    },
  });
  await fill('考勤同步');
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await expect.element(dialog.getByText('到期时间最长为一年')).toBeVisible();
  await expect.element(dialog.getByLabelText('名称')).toHaveValue('考勤同步');
});

test('that a passkey was not presented is shown for four seconds, as other errors are', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await start([], {
    'GET /api/sys/user/two-step': { ...off, active: true },
    'POST /api/sys/passkey/start-confirm': { ceremony: 'c1', options: { challenge: 'Y2hhbGxlbmdl' } },
  });
  await fill('考勤同步', true);
  const told = page.getByText('已取消，或等待超时');
  const changes: number[] = [];
  const watching = new MutationObserver(() => {
    if ((told.query() === null) === (changes.length === 1)) changes.push(performance.now());
  });
  watching.observe(document.body, { childList: true, subtree: true });
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await expect.poll(() => changes).toHaveLength(2);
  watching.disconnect();
  const [shown = 0, gone = 0] = changes;
  expect(gone - shown).toBeGreaterThanOrEqual(limits.errorSeconds * 1000);
});

test('a key is deleted after confirmation', async () => {
  let keys: unknown[] = [key];
  const calls = await start(() => keys, { 'DELETE /api/sys/token/delete-own/1': () => void (keys = []) });
  await page.getByRole('button', { name: '删除 考勤同步' }).click();
  await expect.element(dialog).toMatchTextContent('使用它的程序会立即无法调用');
  await dialog.getByRole('button', { name: '删除', exact: true }).click();
  await expect.element(page.getByText('还没有接口密钥')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
