import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

/** Makes the window as small as that of a telephone, for this test. */
export async function onPhone(): Promise<void> {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(390, 844);
}
