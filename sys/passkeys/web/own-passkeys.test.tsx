import { draw } from '@back-office/app/testing/web/draw.tsx';
import { sendToChromium } from '@back-office/web/testing/send-to-chromium.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnPasskey } from '../own-passkey.ts';
import { OwnPasskeys } from './own-passkeys.tsx';

const row: OwnPasskey = {
  id: '1',
  passkeyName: '办公室电脑',
  passkeySynced: '否',
  createTime: '2026-11-01 08:00:00',
  lastUsedTime: null,
  lastUsedIp: null,
};
const list = 'GET /api/sys/passkey/select-own';
const off = { active: false, app: false, required: false, recoveryCodes: 0 };
const on = { active: true, app: true, required: false, recoveryCodes: 8 };
const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const dialog = page.getByRole('dialog');
const press = (name: string) => dialog.getByRole('button', { name }).click();
const onChanged = vi.fn();

async function start(rows: unknown, more: Record<string, unknown> = {}, twoStep = off): Promise<Call[]> {
  onChanged.mockReset();
  const calls = stubServer({ [list]: rows, ...more });
  await draw(<OwnPasskeys twoStep={twoStep} onChanged={onChanged} />);
  return calls;
}

test('the list says when each passkey was added and last used, and from where', async () => {
  await start([row, { ...row, id: '2', passkeyName: '手机', lastUsedTime: '2026-11-20 08:00:00', lastUsedIp: '10.1.2.3' }]);
  await expect.element(line('办公室电脑')).toMatchTextContent('添加于 2026-11-01 08:00:00还没有用过');
  await expect.element(line('手机')).toMatchTextContent('最近使用 2026-11-20 08:00:00，来自 10.1.2.3');
});

test('if the browser does not support passkeys, none can be added but existing ones can be removed', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  await start([row]);
  await expect.element(page.getByText('当前浏览器或地址不支持通行密钥')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '添加通行密钥' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '移除 办公室电脑' })).toBeVisible();
});

describe('a passkey', () => {
  test('is created by the device after the password, and the first one comes with recovery codes', async () => {
    const made = { id: '1', recoveryCodes: ['AAAA-1111', 'BBBB-2222'] };
    let rows: OwnPasskey[] = [];
    const calls = await start(() => rows, {
      'POST /api/sys/passkey/start-own': { ceremony: 'c1', options: creation() },
      'POST /api/sys/passkey/save-own': () => {
        rows = [row];
        return made;
      },
    });
    await expect.element(page.getByText('还没有通行密钥')).toBeVisible();
    await withDevice(async () => {
      await page.getByRole('button', { name: '添加通行密钥' }).click();
      await press('下一步');
      await expect.element(dialog.getByText('请填写名称')).toBeVisible();
      await dialog.getByLabelText('名称').fill('办公室电脑');
      await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
      await press('下一步');
      await expect.element(dialog.getByText('BBBB-2222')).toBeVisible();
    });
    // Can be left only by the button that confirms.
    await expect.element(dialog.getByRole('button', { name: '取消' })).not.toBeInTheDocument();
    expect(onChanged).not.toHaveBeenCalled();
    await press('我已保存');
    await expect.element(line('办公室电脑')).toBeVisible();
    expect(onChanged).toHaveBeenCalledOnce();
    const saved = calls.find(({ path }) => path.endsWith('/save-own'))?.body;
    expect(saved).toMatchObject({ passkeyName: '办公室电脑', ceremony: 'c1', response: { type: 'public-key' } });
    // The password is sent encrypted.
    expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain('Pw-Secret');
  });

  test('is removed with a code if there is a second factor, and a wrong code is reported in the dialog', async () => {
    let rows = [row];
    const calls = await start(
      () => rows,
      {
        'POST /api/sys/passkey/end-own/1': ({ body }: Call) => {
          if ((body as { code: string }).code !== '123456') throw new Refusal('refused', '验证码错误');
          rows = [];
          return null;
        },
      },
      on,
    );
    await page.getByRole('button', { name: '移除 办公室电脑' }).click();
    await expect.element(dialog.getByText('请先用您已有的通行密钥确认是您本人。')).toBeVisible();
    await press('改用验证码');
    await dialog.getByLabelText('动态验证码').fill('000000');
    await press('移除');
    await expect.element(dialog.getByText('验证码错误')).toBeVisible();
    await dialog.getByLabelText('动态验证码').fill(' 123456 ');
    await press('移除');
    await expect.element(page.getByText('还没有通行密钥')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ code: '000000' }, { code: '123456' }]);
  });

  test('is renamed in a dialog that starts with its current name', async () => {
    let rows = [row];
    const calls = await start(() => rows, {
      'PUT /api/sys/passkey/rename-own/1': ({ body }: Call) => {
        rows = [{ ...row, ...(body as object) }];
        return null;
      },
    });
    await page.getByRole('button', { name: '改名 办公室电脑' }).click();
    const name = dialog.getByLabelText('名称');
    await expect.element(name).toHaveValue('办公室电脑');
    await expect.element(name).toHaveFocus();
    await name.fill('  ');
    await press('改名');
    await expect.element(dialog.getByText('请填写名称')).toBeVisible();
    await name.fill('家里电脑');
    await press('改名');
    await expect.element(line('家里电脑')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ passkeyName: '家里电脑' }]);
  });

  test('whose creation the person cancels is not saved, and the dialog says so', async () => {
    const calls = await start([], { 'POST /api/sys/passkey/start-own': { ceremony: 'c1', options: creation() } });
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await page.getByRole('button', { name: '添加通行密钥' }).click();
    await dialog.getByLabelText('名称').fill('办公室电脑');
    await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
    await press('下一步');
    await expect.element(dialog.getByRole('alert').first()).toMatchTextContent('已取消，或等待超时');
    await expect.element(dialog.getByLabelText('名称')).toHaveValue('办公室电脑');
    expect(calls.map(({ path }) => path)).not.toContain('/api/sys/passkey/save-own');
    await press('取消');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

/** The server's options for creating a passkey. */
function creation() {
  return {
    challenge: 'Y2hhbGxlbmdl',
    rp: { id: location.hostname, name: '管理后台' },
    user: { id: 'dXNlcg', name: 'lin', displayName: '林小满' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
}

/** Runs the test with a device that accepts every request. */
async function withDevice(run: () => Promise<void>): Promise<void> {
  await sendToChromium('WebAuthn.enable');
  try {
    await sendToChromium('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await run();
  } finally {
    await sendToChromium('WebAuthn.disable');
  }
}
