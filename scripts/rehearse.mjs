import { ourFile } from '../app/loading/office-place.mjs';
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { presentChromium } from './lib/find-chromium.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { readOffice } from './lib/read-office.mjs';
import { run } from './lib/run.mjs';

/* The new version's part in the trial of an upgrade: `codemods <from>` and `rehearse [backup]` (app/upgrade/main.ts). */
await main(async ([command, ...args]) => {
  await ensureInstall();
  const office = readOffice();
  if (command === 'rehearse') await buildWeb(office);
  // An empty CHROMIUM_PATH means that nothing is to be drawn.
  const draws = command === 'rehearse' && process.env.CHROMIUM_PATH !== '';
  const env = { ...process.env, CHROMIUM_PATH: draws ? ((await presentChromium()) ?? '') : '' };
  return (await run(nodePath(), [ourFile('app/upgrade/main.ts'), command, ...args], { env })).code;
});
