import { existsSync } from 'node:fs';
import { nodePath } from './pinned-node.mjs';
import { commandFile, inRoot } from './root.mjs';
import { outputOf, run } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

const names = [
  // Chromium without its own windows, menus and toolbars, which no journey uses: it takes a fifth less time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for the journeys: CHROMIUM_PATH, the system's, or one that Playwright downloaded earlier; otherwise
 * installs one, with apt-get or with Playwright. Returns its path, or throws a message that says how to get one. A
 * candidate counts only if it answers `--version`: Ubuntu's chromium-browser is a stub without snap.
 */
export async function findChromium() {
  const found = await presentChromium();
  if (found) return found;
  console.log('Chromium: not found; installing it, which takes a minute.');
  for (const chromium of ['chromium-headless-shell', 'chromium']) {
    const installed = (await installWithApt(chromium, 'fonts-noto-cjk')) && (await findSystemChromium());
    if (installed) return say(installed, 'installed with apt-get');
  }
  await run(nodePath(), [commandFile('@playwright/test', 'playwright', 'e2e'), 'install', 'chromium']);
  const downloaded = await findPlaywrightChromium();
  if (downloaded) return say(downloaded, 'downloaded by Playwright');
  throw new Error(
    'Chromium: not found, and neither apt-get nor Playwright could install it. Install Chromium or Chrome and set CHROMIUM_PATH to its program.',
  );
}

/** An available Chromium, found as above without installing anything; undefined if there is none. */
export async function presentChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await version(given)) return say(given, 'from CHROMIUM_PATH');
    throw new Error(`CHROMIUM_PATH is ${given}, which does not run; give the path of a Chromium or Chrome program.`);
  }
  const system = await findSystemChromium();
  if (system) return say(system, "the system's");
  const downloaded = await findPlaywrightChromium();
  return downloaded && say(downloaded, "Playwright's");
}

async function findSystemChromium() {
  for (const name of names) {
    if (!(await version(name))) continue;
    return name.includes('/') ? name : await outputOf('which', [name]);
  }
  return undefined;
}

async function findPlaywrightChromium() {
  const print = "require('@playwright/test').chromium.executablePath()";
  const path = await outputOf(nodePath(), ['-p', print], { cwd: inRoot('e2e') });
  return path && existsSync(path) && (await version(path)) ? path : undefined;
}

const version = (program) => outputOf(program, ['--version']);

async function say(path, origin) {
  console.log(`Chromium: ${path}, ${origin} (${(await version(path))?.split('\n').at(-1)?.trim()}).`);
  return path;
}

/** Ensures that Chinese text can be drawn; without a font the journeys still run, but screenshots show boxes. */
export async function ensureChineseFont() {
  const fonts = await outputOf('fc-list', [':lang=zh']);
  if (fonts !== '') return;
  const installed = await installWithApt('fonts-noto-cjk');
  console.log(
    installed
      ? 'Chinese fonts: not found; fonts-noto-cjk installed with apt-get.'
      : 'Chinese fonts: not found; screenshots will show boxes. Install a font such as Noto Sans CJK.',
  );
}
