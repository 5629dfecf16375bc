import { ourFile } from '../app/loading/office-place.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { readOffice } from './lib/read-office.mjs';
import { commandFile, inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';

await main(async () => {
  await ensureInstall();
  readOffice();
  const server = run(nodePath(), ['--watch', ourFile('app/server/main.ts')]);
  const browser = run(nodePath(), [commandFile('vite', 'vite', 'app'), 'web'], { cwd: inRoot('app') });
  // When one of the two ends, `main` stops the other.
  const { code } = await Promise.race([server, browser]);
  return code;
});
