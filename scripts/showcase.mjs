import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { commandFile, inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/* `npm run showcase`: every kind of field and every state of the engine's parts on a page, without a server. */
await main(async (args) => {
  await ensureInstall();
  delete process.env.OFFICE;
  const vite = [commandFile('vite', 'vite', 'app'), inRoot('app/testing/web/showcase'), '--config', inRoot('app/web/vite.config.ts')];
  return (await run(nodePath(), [...vite, ...args], { cwd: inRoot('app') })).code;
});
