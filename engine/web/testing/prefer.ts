import { onTestFinished } from 'vitest';
import { emulateMedia } from './emulate-media.ts';

/** Sets the person's preferences, by media feature, such as `{ 'forced-colors': 'active' }`, until the end of the test. */
export async function prefer(preferences: Readonly<Record<string, string>>): Promise<void> {
  onTestFinished(() => emulateMedia());
  await emulateMedia({ preferences });
}
