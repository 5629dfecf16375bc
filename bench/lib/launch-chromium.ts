import { type Browser, chromium } from '@playwright/test';

/** The Chromium that the set-up found (`CHROMIUM_PATH`), or Playwright's own; without its sandbox for root, who gets none. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
    ...(process.env['CHROMIUM_PATH'] === undefined ? {} : { executablePath: process.env['CHROMIUM_PATH'] }),
  });
