import { draw } from '@back-office/app/testing/web/draw.tsx';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { tabsStore } from '@back-office/web/platform/tabs/tabs-store.ts';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { tabToHide } from '@back-office/web/testing/tab-to-hide.tsx';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PreviewButton } from './preview-button.tsx';

const at = '/sys/user/view/new';
const button = page.getByRole('button', { name: '以此角色预览' });
const said = page.getByText('有标签页的内容尚未保存，请先保存或放弃，再预览');
const type = () => tabsStore.mark(at, 'form', () => undefined);

test('a preview does not begin while any tab has unsaved input, which it would lose', async () => {
  tabToHide(at);
  const calls = stubServer();
  await draw(<PreviewButton role={{ id: '7' }} changed={false} />);
  type();
  await button.click();
  await expect.element(said).toBeVisible();
  expect(calls).toEqual([]);
});

test('a preview does not begin if something was typed while it was asked for, and can be asked for again', async () => {
  tabToHide(at);
  const { answer, release } = deferredAnswer({ roleName: '文员', credentials: { accessToken: 't', secretKey: 'k' } });
  const calls = stubServer({ 'POST /api/sys/role/preview/7': answer });
  const saved = vi.spyOn(sessionStore, 'preview');
  await draw(<PreviewButton role={{ id: '7' }} changed={false} />);
  await button.click();
  await expect.poll(() => calls).toHaveLength(1);
  type();
  release();
  await expect.element(said).toBeVisible();
  await expect.element(button).not.toHaveClass('ant-btn-loading');
  expect(saved).not.toHaveBeenCalled();
});
