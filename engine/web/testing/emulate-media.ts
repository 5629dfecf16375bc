import { sendToChromium } from './send-to-chromium.ts';

// Chromium resets every preference that a call does not name, including Playwright's own.
const usual = { 'prefers-reduced-motion': 'reduce' };

/** Lays the page out for this medium (the screen by default), with these preferences besides those that all tests have. */
export async function emulateMedia({
  media = '',
  preferences = {},
}: { media?: string; preferences?: Readonly<Record<string, string>> } = {}): Promise<void> {
  const features = Object.entries({ ...usual, ...preferences }).map(([name, value]) => ({ name, value }));
  await sendToChromium('Emulation.setEmulatedMedia', { media, features });
}
