import { draw } from '@back-office/app/testing/web/draw.tsx';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { stubSending } from '@back-office/web/testing/stub-sending.ts';
import { type Call, Refusal, stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ownUser } from '../../users/own-user.ts';
import { AvatarEditor } from './avatar-editor.tsx';

async function picture(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 100;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return new File([blob ?? ''], '照片.png', { type: 'image/png' });
}

test('an avatar is not saved if 取消 ends its upload', async () => {
  const id = signInAs({ account: 'lin' });
  const stored = { success: true, code: 20000, message: '操作成功', data: { id: 'f2' } };
  const { answer, release } = deferredAnswer({ text: JSON.stringify(stored) });
  const begun = vi.fn(answer);
  stubSending(begun);
  const calls = stubServer({ 'PUT /api/sys/user/save-info': stored });
  await draw(<AvatarEditor row={{ id, version: 3, userName: '林小满', userAvatar: null } as RecordOf<typeof ownUser>} />);
  const dialog = page.getByRole('dialog', { name: '裁剪头像' });
  const save = dialog.getByRole('button', { name: '保存头像' });
  await page.getByLabelText('选择头像图片').upload(await picture());
  await save.click();
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  release();
  await page.getByLabelText('选择头像图片').upload(await picture());
  await expect.element(save).toBeEnabled();
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(document.querySelector('.ant-message-error')).toBe(null);
});

test('after a conflict the picture that was replaced is deleted with the one that was shown', async () => {
  const id = signInAs({ account: 'lin' });
  const current = { id, version: 4, userName: '林小满', userAvatar: 'f2' } as RecordOf<typeof ownUser>;
  const calls = stubServer({
    'GET /api/file/select': [],
    'PUT /api/sys/user/save-info': ({ body }: Call) => {
      if ((body as { version: number }).version === 3) throw new Refusal('conflict', undefined, { conflict: 'version', current });
      return { ...current, version: 5, userAvatar: null };
    },
    'DELETE /api/file/delete': null,
  });
  await draw(<AvatarEditor row={{ ...current, version: 3, userAvatar: 'f1' }} />);
  await page.getByRole('button', { name: '移除' }).click();
  await expect.element(page.getByText('头像已移除')).toBeVisible();
  await expect.poll(() => calls.flatMap(({ path, query }) => (path === '/api/file/delete' ? query.get('id') : []))).toEqual(['f1', 'f2']);
});
