import { feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { unseal } from '@back-office/web/testing/unseal.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OwnMail } from './own-mail.tsx';

const off = { active: false, app: false, required: false, recoveryCodes: 0 };
const answers = {
  'GET /api/sys/user/two-step': off,
  'PUT /api/sys/user/preference/mail.notices': null,
  'PUT /api/sys/user/preference/mail.sign-in': null,
};
const start = async (address: unknown, more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({
    'GET /api/sys/user/mail-address':
      typeof address === 'function' ? address : { seesJobs: false, approves: false, ...(address as object) },
    ...answers,
    ...more,
  });
  await draw(<OwnMail />);
  return calls;
};
const dialog = page.getByRole('dialog');
const topic = (name: string) => page.getByRole('switch', { name });
const puts = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);

test('an address is verified with the password and a code sent to that address', async () => {
  let isConfirmed = false;
  const calls = await start(() => ({ address: 'one@example.com', isConfirmed, seesJobs: false, approves: false }), {
    'POST /api/sys/user/start-mail-address': { address: 'one@example.com' },
    'POST /api/sys/user/confirm-mail-address': ({ body }: Call) => {
      if ((body as { code: string }).code !== '123456') throw new Refusal('refused', '验证码不正确');
      isConfirmed = true;
    },
  });
  await expect.element(page.getByText('尚未验证，验证之后才会收到邮件。')).toBeVisible();
  await expect.element(topic('通知公告')).toBeDisabled();
  await page.getByRole('button', { name: '验证邮箱' }).click();
  await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
  await dialog.getByRole('button', { name: '发送验证码' }).click();
  await dialog.getByLabelText('邮件中的验证码').fill('000000');
  await dialog.getByRole('button', { name: '验证' }).click();
  await expect.element(dialog.getByText('验证码不正确')).toBeVisible();
  await dialog.getByLabelText('邮件中的验证码').fill(' 123456 ');
  await dialog.getByRole('button', { name: '验证' }).click();
  await expect.element(page.getByText('邮箱已验证')).toBeVisible();
  await expect.element(topic('通知公告')).toBeEnabled();
  expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain('Pw-Secret');
});

test('a password is sealed for the session that sends it, also if the person signs in again meanwhile', async () => {
  const [first, second] = ['A', 'B'].map((letter) => ({ accessToken: `token-${letter}`, secretKey: btoa(letter.repeat(32)) }));
  if (first === undefined || second === undefined) throw new Error('No keys');
  const sent: string[] = [];
  await start(
    { address: 'one@example.com', isConfirmed: false },
    {
      'POST /api/sys/user/start-mail-address': ({ body }: Call) => {
        sent.push((body as { password: string }).password);
        if (sent.length === 1) throw new Refusal('noSession');
        return { address: 'one@example.com' };
      },
    },
  );
  await feedback.ready();
  sessionStore.renew(first);
  await page.getByRole('button', { name: '验证邮箱' }).click();
  await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
  await dialog.getByRole('button', { name: '发送验证码' }).click();
  await expect.element(page.getByRole('dialog', { name: '登录过期' })).toBeVisible();
  // As if they had signed in in another window.
  sessionStore.renew(second);
  await expect.element(dialog.getByLabelText('邮件中的验证码')).toBeVisible();
  const opened = sent.map((sealed, at) => unseal(sealed, { name: 'password', secretKey: [first, second][at]?.secretKey ?? '' }));
  expect(opened).toEqual(['Pw-Secret-2026', 'Pw-Secret-2026']);
});

test('without an address, links to the form where one is entered', async () => {
  stubServer({ ...answers, 'GET /api/sys/user/mail-address': { address: null, isConfirmed: false, seesJobs: false, approves: false } });
  const { address } = await draw(<OwnMail />, { at: '/profile?tab=mail' });
  await expect.element(page.getByText('还没有邮箱。请先在个人资料中填写并保存，再回到这里验证。')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '验证邮箱' })).not.toBeInTheDocument();
  await page.getByRole('link', { name: '个人资料' }).click();
  expect(address()).toBe('/profile');
});

test('topics are switched one by one; mails about new devices are on unless switched off', async () => {
  const calls = await start({ address: 'one@example.com', isConfirmed: true });
  await expect.element(topic('通知公告')).not.toBeChecked();
  await expect.element(topic('新设备登录')).toBeChecked();
  await topic('通知公告').click();
  await topic('新设备登录').click();
  await expect
    .poll(() => puts(calls))
    .toEqual([
      ['/api/sys/user/preference/mail.notices', { value: true }],
      ['/api/sys/user/preference/mail.sign-in', { value: false }],
    ]);
  await expect.element(topic('新设备登录')).not.toBeChecked();
});

test('registrations are offered as a topic to those who may approve them, whether or not the browser knows it', async () => {
  const calls = await start(
    { address: 'one@example.com', isConfirmed: true, approves: true },
    { 'PUT /api/sys/user/preference/mail.approvals': null },
  );
  await topic('待审核的注册').click();
  await expect.poll(() => puts(calls)).toEqual([['/api/sys/user/preference/mail.approvals', { value: true }]]);
  await expect.element(topic('失败的任务')).not.toBeInTheDocument();
});

test('failed jobs can be chosen as a topic by those who asked to be notified of them', async () => {
  await start({ address: 'one@example.com', isConfirmed: true, seesJobs: true }, { 'PUT /api/sys/user/preference/jobs.notify': null });
  await expect.element(topic('失败的任务')).toBeDisabled();
  preferenceStore.set('jobs.notify', true);
  await expect.element(topic('失败的任务')).toBeEnabled();
});
