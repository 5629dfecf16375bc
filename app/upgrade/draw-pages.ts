import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { DrawnPages } from './drawn-pages.ts';
import { launchChromium } from './launch-chromium.ts';

interface Drawn {
  /** The path of an available Chromium; without one nothing is drawn. */
  readonly chromium: string;
  readonly address: string;
  readonly answer: LoginAnswer;
  readonly paths: readonly string[];
}

/**
 * Draws each page in Chromium as the person who signed in. Returns how many, or in Chinese why none was drawn: no Chromium, or no package playwright
 * to drive it. Throws with the path, at the first that is empty, shows an error or logs one in the console.
 */
export async function drawPages({ chromium, address, answer, paths }: Drawn): Promise<number | string> {
  if (chromium === '') return '这台机器上没有 Chromium';
  const browser = await launchChromium(chromium).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  });
  if (browser === undefined) return '没有安装开发依赖 playwright';
  try {
    const pages = await DrawnPages.signIn(browser, address, answer);
    for (const path of paths) {
      const wrong = await pages.show(path);
      if (wrong.length > 0) throw new Error(`${path} in Chromium: ${wrong.join('; ')}`);
    }
    return paths.length;
  } finally {
    await browser.close();
  }
}
