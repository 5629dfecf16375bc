import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { BackToTop } from './back-to-top.tsx';

const button = page.getByRole('button', { name: '回到顶部' });

test('appears far down a long page, scrolls to the top, and leaves the focus on the page', async () => {
  await draw(
    <>
      <div id="content" tabIndex={-1} style={{ height: 5000 }}>
        内容
      </div>
      <BackToTop />
    </>,
  );
  await expect.element(button).not.toBeInTheDocument();
  scrollTo(0, 300);
  await expect.poll(() => scrollY).toBe(300);
  await expect.element(button).not.toBeInTheDocument();
  scrollTo(0, 900);
  await expect.element(button).toBeVisible();
  await button.click();
  await expect.poll(() => scrollY).toBe(0);
  await expect.element(button).not.toBeInTheDocument();
  expect(document.activeElement?.id).toBe('content');
});

test('is large enough for a finger on a phone', async () => {
  await onPhone();
  await draw(
    <>
      <div style={{ height: 5000 }}>内容</div>
      <BackToTop />
    </>,
  );
  scrollTo(0, 900);
  await expect.element(button).toBeVisible();
  const { width, height } = button.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});
