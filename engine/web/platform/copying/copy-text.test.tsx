import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Modal } from 'antd';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CopyButton } from './copy-button.tsx';

test('copies within a dialog over plain http, where there is no clipboard API and the dialog keeps the focus', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('not here', 'NotAllowedError'));
  const copied: (string | undefined)[] = [];
  const hear = (event: ClipboardEvent): void => void copied.push(event.clipboardData?.getData('text/plain'));
  window.addEventListener('copy', hear);
  onTestFinished(() => window.removeEventListener('copy', hear));
  await draw(
    <Modal open title="密钥">
      <CopyButton text="ABCD EFGH" called="密钥" />
    </Modal>,
  );
  const button = page.getByRole('button', { name: '复制密钥' });
  await button.click();
  await expect.element(page.getByText('已复制')).toBeVisible();
  expect(copied).toEqual(['ABCD EFGH']);
  await expect.element(button).toHaveFocus();
});
