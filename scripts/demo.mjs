import { buildWeb } from './lib/build-web.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { readOffice } from './lib/read-office.mjs';
import { main } from './lib/main.mjs';
import { serve } from './lib/serve.mjs';

await main(async (args) => {
  await ensureInstall();
  await buildWeb(readOffice());
  return serve('app/demo/main.ts', args);
});
