import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';

const button = page.getByRole('button');

test('says what a press does, and follows when full screen is left by Escape', async () => {
  let shown: Element | null = null;
  // In the test's iframe browsers do not allow full screen.
  vi.spyOn(document, 'fullscreenElement', 'get').mockImplementation(() => shown);
  const turn = (next: Element | null) => async (): Promise<void> => {
    shown = next;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  vi.spyOn(document.documentElement, 'requestFullscreen').mockImplementation(turn(document.documentElement));
  vi.spyOn(document, 'exitFullscreen').mockImplementation(turn(null));
  await draw(<FullscreenButton />);
  await expect.element(button).toHaveAccessibleName('全屏显示');
  await button.click();
  await expect.element(button).toHaveAccessibleName('退出全屏');
  await button.click();
  await expect.element(button).toHaveAccessibleName('全屏显示');
  await button.click();
  await turn(null)();
  await expect.element(button).toHaveAccessibleName('全屏显示');
});

test('offers full screen where the browser does not know whether it is on', async () => {
  vi.spyOn(document, 'fullscreenElement', 'get').mockReturnValue(undefined as unknown as null);
  await draw(<FullscreenButton />);
  await expect.element(button).toHaveAccessibleName('全屏显示');
});

test('reports that the browser does not support full screen', async () => {
  vi.spyOn(document.documentElement, 'requestFullscreen').mockRejectedValue(new TypeError('Permissions check failed'));
  await draw(<FullscreenButton />);
  await button.click();
  await expect.element(page.getByText('当前浏览器不支持全屏显示')).toBeVisible();
  await expect.element(button).toHaveAccessibleName('全屏显示');
});
