import { onTestFinished } from 'vitest';
import { sendToChromium } from './send-to-chromium.ts';

// Chromium resets every preference that a call does not name, including Playwright's own.
const usual = { 'prefers-reduced-motion': 'reduce' };

/** Sets the person's preferences, by media feature, such as `{ 'forced-colors': 'active' }`, until the end of the test. */
export async function prefer(preferences: Readonly<Record<string, string>>): Promise<void> {
  const set = (all: Readonly<Record<string, string>>) =>
    sendToChromium('Emulation.setEmulatedMedia', { features: Object.entries(all).map(([name, value]) => ({ name, value })) });
  onTestFinished(async () => void (await set(usual)));
  await set({ ...usual, ...preferences });
}
