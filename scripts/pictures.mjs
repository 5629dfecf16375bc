import { buildWeb } from './lib/build-web.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { ensureChineseFont, findChromium } from './lib/find-chromium.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';

await main(async (args) => {
  await ensureInstall();
  delete process.env.OFFICE;
  await buildWeb();
  await ensureChineseFont();
  const env = { ...process.env, CHROMIUM_PATH: await findChromium() };
  return (await run(nodePath(), [inRoot('e2e/pictures/take-pictures.ts'), ...args], { env })).code;
});
