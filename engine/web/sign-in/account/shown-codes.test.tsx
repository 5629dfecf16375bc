import { draw } from '@back-office/app/testing/web/draw.tsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { onPhone } from '../../testing/on-phone.ts';
import { ShownCodes } from './shown-codes.tsx';

test('all recovery codes are copied by a button that a finger hits', async () => {
  await onPhone();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  await draw(<ShownCodes codes={['abcd-efgh', 'ijkl-mnop']} onDone={() => undefined} />);
  const button = page.getByRole('button', { name: '复制全部' });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await button.click();
  expect(copied).toHaveBeenCalledExactlyOnceWith('abcd-efgh\nijkl-mnop');
  await expect.element(page.getByText('已复制')).toBeVisible();
});
