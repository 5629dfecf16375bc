import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ProfileForm } from './profile-form.tsx';
import { ProfilePage } from './profile-page.tsx';

const own = { version: 3, userAccount: 'lin', userName: '林小满', userGender: '女', userPhone: null, userEmail: null, userAvatar: null };
const theirs = { version: 4, userPhone: '13900000009' };
const info = (id: string): string => `GET /api/sys/user/select-info/${id}`;
const saving = 'PUT /api/sys/user/save-info';
const field = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const saved = (calls: Call[]): unknown[] => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const anyId = expect.any(String) as unknown;

describe('data that somebody else has changed since the form was opened', () => {
  const conflictOf = (current: unknown) => () => {
    throw new Refusal('conflict', undefined, { conflict: 'version', current });
  };

  /** The form in a tab, which is left and shown again after somebody else has saved `changed`. */
  const leftAndShown = async (changed: Record<string, unknown>, before: () => Promise<void> = async () => undefined) => {
    const id = signInAs({ account: 'lin' });
    let stored: Record<string, unknown> = { ...own, id, userPhone: '13800000001' };
    const calls = stubServer({ [info(id)]: () => stored, [saving]: ({ body }: Call) => ({ ...stored, ...(body as object), version: 5 }) });
    const { Tab, hide, show } = tabToHide('/profile');
    await draw(
      <Tab>
        <ProfileForm />
      </Tab>,
    );
    await expect.element(field('手机号')).toHaveValue('13800000001');
    await before();
    await hide();
    stored = { ...stored, ...changed };
    show();
    await expect.poll(() => calls.filter(({ path }) => path.includes('select-info'))).toHaveLength(2);
    return calls;
  };

  test('is their own if the answer of a save was lost: the repeat sends the same key, and opens no dialog', async () => {
    const id = signInAs({ account: 'lin' });
    const stored = { ...own, id };
    let times = 0;
    const calls = stubServer({
      [info(id)]: stored,
      [saving]: ({ body }: Call) => {
        times += 1;
        if (times === 1) throw new TypeError('Failed to fetch');
        return conflictOf({ ...stored, ...(body as object), version: 4 })();
      },
    });
    await draw(<ProfileForm />);
    await field('姓名').fill('林大满');
    await press('保存');
    await expect.element(page.getByText('网络异常，请检查网络连接')).toBeVisible();
    await press('保存');
    await expect.element(page.getByText('保存成功')).toBeVisible();
    const [first, second] = calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(first).toBeDefined();
  });

  test('is shown once it is read, and is not overwritten by what the form began with', async () => {
    const calls = await leftAndShown(theirs);
    await expect.element(field('手机号')).toHaveValue('13900000009');
    await field('姓名').fill('林大满');
    await press('保存');
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saved(calls)).toEqual([{ id: anyId, version: 4, userName: '林大满' }]);
  });

  test('is shown beside unsaved input in other fields, which stays', async () => {
    const calls = await leftAndShown(theirs, () => field('姓名').fill('林大满'));
    await expect.element(field('手机号')).toHaveValue('13900000009');
    await expect.element(field('姓名')).toHaveValue('林大满');
    await press('保存');
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saved(calls)).toEqual([{ id: anyId, version: 4, userName: '林大满' }]);
  });

  test('does not replace unsaved input in the same field, which is saved with the version that it began with', async () => {
    const calls = await leftAndShown(theirs, () => field('手机号').fill('13700000007'));
    await expect.element(field('手机号')).toHaveValue('13700000007');
    await press('保存');
    await expect.poll(() => saved(calls)).toEqual([{ id: anyId, version: 3, userPhone: '13700000007' }]);
  });

  test('is shown beside what was typed if it is found while saving, and the user chooses field by field', async () => {
    const id = signInAs({ account: 'lin' });
    const current = { ...own, id, ...theirs, updateTime: '2026-03-04 05:06:07', updateUserLabel: '王五' };
    let answer: (call: Call) => unknown = conflictOf(current);
    const calls = stubServer({ [info(id)]: { ...own, id }, [saving]: (call: Call) => answer(call) });
    await draw(<ProfileForm />);
    await field('姓名').fill('林大满');
    await press('保存');
    const dialog = page.getByRole('dialog', { name: '数据已被他人修改' });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog).toMatchTextContent(/王五在 2026-03-04 05:06:07 保存了新的内容/);
    await expect.element(field('姓名')).toHaveValue('林大满');
    answer = ({ body }) => ({ ...current, ...(body as object), version: 5 });
    await dialog.getByRole('button', { name: '按选择保存' }).click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saved(calls).at(-1)).toEqual({ id, version: 4, userName: '林大满' });
    await expect.element(field('手机号')).toHaveValue('13900000009');
    await field('姓名').fill('林小满');
    await press('保存');
    await expect.poll(() => saved(calls).at(-1)).toEqual({ id, version: 5, userName: '林小满' });
  });

  test('leaves the input as it is if the user closes the conflict', async () => {
    const current = { ...own, version: 4, userName: '林中满' };
    const id = signInAs({ account: 'lin' });
    const calls = stubServer({ [info(id)]: { ...own, id }, [saving]: conflictOf({ ...current, id }) });
    await draw(<ProfileForm />);
    await field('姓名').fill('林大满');
    await press('保存');
    const dialog = page.getByRole('dialog', { name: '数据已被他人修改' });
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(field('姓名')).toHaveValue('林大满');
    await press('保存');
    await expect.element(dialog).toBeVisible();
    expect(saved(calls).map((body) => (body as { version: number }).version)).toEqual([3, 3]);
  });
});

describe('an unsaved draft of the profile form', () => {
  /** A crash while the mail address was being typed; then somebody else saves `changed`. */
  const twice = async (changed: { version: number; userEmail?: string; userPhone?: string }): Promise<Call[]> => {
    const id = signInAs({ account: 'lin' });
    let stored: Record<string, unknown> = { ...own, id };
    const calls = stubServer({ [info(id)]: () => stored, [saving]: ({ body }: Call) => ({ ...stored, ...(body as object), version: 5 }) });
    const before = await draw(<ProfileForm />);
    await field('邮箱').fill('half@example.com');
    await before.unmount();
    stored = { ...stored, ...changed };
    await draw(<ProfileForm />);
    await expect.element(field('邮箱')).toHaveValue(changed.userEmail ?? '');
    return calls;
  };

  test('brings back only what was typed, beside what somebody else has changed since', async () => {
    const calls = await twice({ version: 4, userPhone: '13900000009' });
    await press('恢复草稿');
    await expect.element(field('手机号')).toHaveValue('13900000009');
    await expect.element(field('邮箱')).toHaveValue('half@example.com');
    await press('保存');
    await expect.poll(() => saved(calls)).toEqual([{ id: anyId, version: 4, userEmail: 'half@example.com' }]);
  });

  test('is saved with the version that it began with if somebody else has changed the same field since', async () => {
    const calls = await twice({ version: 4, userEmail: 'theirs@example.com' });
    await press('恢复草稿');
    await expect.element(field('邮箱')).toHaveValue('half@example.com');
    await press('保存');
    await expect.poll(() => saved(calls)).toEqual([{ id: anyId, version: 3, userEmail: 'half@example.com' }]);
  });
});

test('input in the profile form is saved with the version that a first second factor made', async () => {
  const id = signInAs({ account: 'lin' });
  let stored = { ...own, id };
  let twoStep = { active: false, app: false, required: false, recoveryCodes: 0 };
  const calls = stubServer({
    [info(id)]: () => stored,
    'GET /api/sys/user/two-step': () => twoStep,
    'POST /api/sys/user/start-two-step': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
    'POST /api/sys/user/confirm-two-step': () => {
      twoStep = { active: true, app: true, required: false, recoveryCodes: 8 };
      stored = { ...stored, version: 4 };
      return { recoveryCodes: ['AAAA-1111'] };
    },
    [saving]: ({ body }: Call) => ({ ...stored, ...(body as object), version: 5 }),
  });
  await draw(<ProfilePage />, { at: '/profile' });
  await field('姓名').fill('林大满');
  await page.getByRole('tab', { name: '安全设置' }).click();
  await press('启用两步验证');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.getByLabelText('动态验证码').fill('123456');
  await dialog.getByRole('button', { name: '启用' }).click();
  await dialog.getByRole('button', { name: '我已保存' }).click();
  await expect.poll(() => calls.filter(({ path }) => path.includes('select-info'))).toHaveLength(2);
  await page.getByRole('tab', { name: '个人资料' }).click();
  await expect.element(field('姓名')).toHaveValue('林大满');
  await press('保存');
  await expect.element(page.getByText('保存成功')).toBeVisible();
  expect(saved(calls)).toEqual([{ id: anyId, version: 4, userName: '林大满' }]);
});
