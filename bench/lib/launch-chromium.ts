import { type Browser, chromium } from '@playwright/test';

/** The Chromium found by the set-up (`CHROMIUM_PATH`), or Playwright's own; as root without its sandbox, which root cannot use. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
    ...(process.env['CHROMIUM_PATH'] === undefined ? {} : { executablePath: process.env['CHROMIUM_PATH'] }),
  });
