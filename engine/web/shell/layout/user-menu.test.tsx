import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { sendToChromium } from '../../testing/send-to-chromium.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { UserMenu } from './user-menu.tsx';

const openMenu = async (): Promise<void> => {
  signInAs({ account: 'lin' });
  await draw(<UserMenu />);
  await page.getByRole('button', { name: '用户菜单' }).click();
};

test('the keyboard shortcut for locking the screen is shown', async () => {
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: '锁屏（Ctrl+Alt+L）' })).toBeVisible();
});

test('no keyboard shortcut is shown on a touch screen', async () => {
  onTestFinished(() => void sendToChromium('Emulation.setTouchEmulationEnabled', { enabled: false }));
  await sendToChromium('Emulation.setTouchEmulationEnabled', { enabled: true });
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: '锁屏', exact: true })).toBeVisible();
});
