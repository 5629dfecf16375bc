import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

/** Resizes the window to a phone's size for this test. */
export async function onPhone(): Promise<void> {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(390, 844);
}
