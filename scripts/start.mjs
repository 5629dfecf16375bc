import { ourFile } from '../app/loading/office-place.mjs';
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { readOffice } from './lib/read-office.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { run } from './lib/run.mjs';
import { serve } from './lib/serve.mjs';

await main(async () => {
  await ensureInstall();
  await buildWeb(readOffice(), { before: requirePlace });
  return serve('app/server/main.ts');
});

/** Throws the error of an impossible start before the build. */
async function requirePlace() {
  const { code, output } = await run(nodePath(), [ourFile('app/server/main.ts'), 'require-place'], { quiet: true });
  if (code !== 0) throw new Error(output.trim());
}
