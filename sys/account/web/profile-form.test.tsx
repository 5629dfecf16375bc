import { choose } from '@back-office/web/testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { submitAgain } from '@back-office/web/testing/submit-again.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProfileForm } from './profile-form.tsx';

const own = { version: 3, userAccount: 'lin', userName: '林小满', userGender: '女', userPhone: null, userEmail: null, userAvatar: null };
const info = (id: string): string => `GET /api/sys/user/select-info/${id}`;
const saving = 'PUT /api/sys/user/save-info';
const field = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Answers an upload like the server, once all of it was sent. */
class Sender extends XMLHttpRequest {
  override get status(): number {
    return 200;
  }
  override get responseText(): string {
    return JSON.stringify({ success: true, code: 20000, message: '', data: { id: 'f2', filePath: '/f2' } });
  }
  override send(): void {
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

const start = async (more: Record<string, unknown> = {}): Promise<Call[]> => {
  const id = signInAs({ account: 'lin' });
  const calls = stubServer({
    [info(id)]: { ...own, id },
    [saving]: ({ body }: Call) => ({ ...own, ...(body as object), version: 4 }),
    'GET /api/sys/dict/select-tree': dictionaries({ gender: ['男', '女'] }),
    ...more,
  });
  await draw(<ProfileForm />);
  return calls;
};
const saved = (calls: Call[]): unknown[] => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('shows and saves the user’s own data; the account is read-only', async () => {
  const calls = await start();
  await expect.element(field('账号')).toHaveAttribute('readonly');
  await expect.element(field('账号')).toHaveValue('lin');
  await field('姓名').fill('林大满');
  await field('手机号').fill('13800000001');
  await page.getByRole('combobox', { name: '性别' }).click();
  await choose('男');
  await press('保存');
  await expect.element(page.getByText('保存成功')).toBeVisible();
  expect(saved(calls)).toEqual([
    { id: expect.any(String) as unknown, version: 3, userName: '林大满', userPhone: '13800000001', userGender: '男' },
  ]);
  // The name is also shown in the top bar.
  expect(sessionStore.get().userName).toBe('林大满');
});

test('saves once, however often Enter is pressed while saving', async () => {
  const { answer, release } = deferredAnswer({ ...own, version: 4 });
  const calls = await start({ [saving]: answer });
  await field('姓名').fill('林大满');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved(calls)).toHaveLength(1);
  submitAgain();
  await userEvent.keyboard('{Enter}');
  release();
  await expect.element(page.getByText('保存成功')).toBeVisible();
  expect(saved(calls)).toHaveLength(1);
});

test('says that there is nothing to save, and sends nothing, if no field was changed', async () => {
  const calls = await start();
  await expect.element(field('姓名')).toHaveValue('林小满');
  await press('保存');
  await expect.element(page.getByText('没有需要保存的修改')).toBeVisible();
  expect(saved(calls)).toEqual([]);
});

describe('an error in the profile form', () => {
  test.each([
    ['姓名', '', '姓名不能为空'],
    ['手机号', 'abc', '手机号格式不正确'],
    ['邮箱', 'abc', '邮箱格式不正确'],
  ])('%s %j is shown at its field, and nothing is sent', async (name, value, words) => {
    const calls = await start();
    await field(name).fill(value);
    await press('保存');
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
    // The label's text is unchanged.
    await expect.element(field(name)).toHaveAccessibleName(name === '姓名' ? '* 姓名' : name);
    expect(saved(calls)).toEqual([]);
  });

  test('from the server is shown at the field it concerns', async () => {
    await start({
      [saving]: () => {
        throw new Refusal('refused', undefined, { fields: [{ field: 'userPhone', message: '手机号已被使用' }] });
      },
    });
    await field('手机号').fill('13800000001');
    await press('保存');
    await expect.element(page.getByText('手机号已被使用').first()).toBeVisible();
    await expect.element(field('手机号')).toHaveValue('13800000001');
  });

  test('while loading is explained, and the profile loads on retry', async () => {
    let broken = true;
    const id = signInAs({ account: 'lin' });
    stubServer({
      [info(id)]: () => {
        if (broken) throw new Refusal('notPermitted');
        return { ...own, id };
      },
    });
    await draw(<ProfileForm />);
    await expect.element(page.getByRole('heading', { name: '加载失败' })).toBeVisible();
    broken = false;
    await press('重试');
    await expect.element(field('姓名')).toHaveValue('林小满');
  });
});

describe('an unsaved draft', () => {
  const twice = async (): Promise<void> => {
    const id = signInAs({ account: 'lin' });
    stubServer({ [info(id)]: { ...own, id } });
    const before = await draw(<ProfileForm />);
    await field('邮箱').fill('half@example.com');
    await before.unmount();
    await draw(<ProfileForm />);
    await expect.element(field('邮箱')).toHaveValue('');
  };

  test('can be restored', async () => {
    await twice();
    await press('恢复草稿');
    await expect.element(field('邮箱')).toHaveValue('half@example.com');
    await expect.element(page.getByRole('button', { name: '恢复草稿' })).not.toBeInTheDocument();
  });

  test('can be discarded', async () => {
    await twice();
    await press('丢弃');
    await expect.element(field('邮箱')).toHaveValue('');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft '))).toEqual([]);
  });
});

describe('the avatar', () => {
  const picture = async (): Promise<File> => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 100;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    return new File([blob ?? ''], '照片.png', { type: 'image/png' });
  };

  test('is removed at once, together with its file', async () => {
    const id = signInAs({ account: 'lin' });
    const calls = stubServer({
      [info(id)]: { ...own, id, userAvatar: 'f1' },
      'GET /api/file/select': [],
      'DELETE /api/file/delete': null,
      [saving]: ({ body }: Call) => ({ ...own, ...(body as object) }),
    });
    await draw(<ProfileForm />);
    await press('移除');
    await expect.element(page.getByText('头像已移除')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '移除' })).not.toBeInTheDocument();
    expect(saved(calls)).toMatchObject([{ userAvatar: null }]);
    expect(calls.find(({ method }) => method === 'DELETE')?.query.get('id')).toBe('f1');
  });

  test('is removed though somebody else has changed the person meanwhile', async () => {
    const current = { ...own, version: 4, userAvatar: 'f1', userPhone: '13900000009' };
    const id = signInAs({ account: 'lin' });
    const calls = stubServer({
      [info(id)]: { ...own, id, userAvatar: 'f1' },
      'GET /api/file/select': [],
      'DELETE /api/file/delete': null,
      [saving]: ({ body }: Call) => {
        const { version } = body as { version: number };
        if (version < 4) throw new Refusal('conflict', undefined, { conflict: 'version', current });
        return { ...current, version: 5, userAvatar: null };
      },
    });
    await draw(<ProfileForm />);
    await press('移除');
    await expect.element(page.getByText('头像已移除')).toBeVisible();
    expect(saved(calls)).toEqual([3, 4].map((version) => ({ id, version, userAvatar: null })));
    await expect.element(field('手机号')).toHaveValue('13900000009');
  });

  test.each([
    ['照片.gif', 10, /格式|类型/],
    ['照片.png', 11 * 1024 * 1024, /10M|大小|超/],
  ])('%s of %d bytes is refused with a message', async (name, size, words) => {
    await start();
    await expect.element(page.getByRole('button', { name: '更换头像' })).toBeVisible();
    const input = page.getByLabelText('选择头像图片').element() as HTMLInputElement;
    // Created within the page: transferring ten megabytes into it would be slow.
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(size)], name));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(page.getByText(words).first()).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is refused with a message if no browser can open it, and another can be chosen', async () => {
    await start();
    await page.getByLabelText('选择头像图片').upload(new File(['no picture'], '照片.png', { type: 'image/png' }));
    await expect.element(page.getByText('图片无法打开，可能已损坏，请换一张')).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: '裁剪头像' })).not.toBeInTheDocument();
    await page.getByLabelText('选择头像图片').upload(await picture());
    await expect.element(page.getByRole('dialog', { name: '裁剪头像' })).toBeVisible();
  });

  test('that fails to save shows one error, and can be saved again', async () => {
    vi.stubGlobal('XMLHttpRequest', Sender);
    const refuse = (): never => {
      throw new Refusal('gone');
    };
    await start({ [saving]: refuse });
    await page.getByLabelText('选择头像图片').upload(await picture());
    const dialog = page.getByRole('dialog', { name: '裁剪头像' });
    await dialog.getByRole('button', { name: '保存头像' }).click();
    await expect.poll(() => page.getByText('数据不存在或已被删除').elements().length).toBe(1);
    await expect.element(dialog.getByRole('button', { name: '保存头像' })).toBeEnabled();
    expect(page.getByText('数据不存在或已被删除').elements()).toHaveLength(1);
  });

  test('is cropped before it is saved; 取消 changes nothing', async () => {
    const calls = await start();
    await page.getByLabelText('选择头像图片').upload(await picture());
    const dialog = page.getByRole('dialog', { name: '裁剪头像' });
    await expect.element(dialog.getByRole('slider', { name: '缩放' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: '保存头像' })).toBeEnabled();
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(saved(calls)).toEqual([]);
  });
});
