import type { Browser } from 'playwright';

/** Chromium as tests and rehearsals start it; throws if the package playwright is not installed. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright');
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
