import { onTestFinished } from 'vitest';
import { sendToChromium } from './send-to-chromium.ts';

// Chromium drops every preference that a call does not name, Playwright's own among them.
const usual = { 'prefers-reduced-motion': 'reduce' };

/** Sets what the person prefers, by media feature, such as `{ 'forced-colors': 'active' }`, until the test is over. */
export async function prefer(preferences: Readonly<Record<string, string>>): Promise<void> {
  const set = (all: Readonly<Record<string, string>>) =>
    sendToChromium('Emulation.setEmulatedMedia', { features: Object.entries(all).map(([name, value]) => ({ name, value })) });
  onTestFinished(async () => void (await set(usual)));
  await set({ ...usual, ...preferences });
}
