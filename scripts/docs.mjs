import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/*
 * `npm run docs`: builds the guide as a site into .cache/docs, which any web server can serve; `npm run docs -- dev` previews it while
 * writing. Its build tools are installed here, apart from the product (docs/decisions/0067-the-guide-as-a-site.md).
 */
const { copied } = JSON.parse(readFileSync(inRoot('docs/site/pages.json'), 'utf8'));

await main(async ([command = 'build']) => {
  const site = inRoot('docs/site');
  if (!existsSync(inRoot('docs/site/node_modules/vitepress'))) {
    // Not `npm ci`: it refuses a lock file that was made where some systems' optional packages were unavailable.
    const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-workspaces'];
    const { code } = await run('npm', args, { cwd: site });
    if (code !== 0) throw new Error('The site could not be installed: it needs the network once (docs/site/package-lock.json).');
  }
  // Its pages are resolved from the folder of its packages.
  const copies = join(site, '.pages');
  rmSync(copies, { recursive: true, force: true });
  for (const page of copied) cpSync(inRoot(page), join(copies, page), { recursive: true });
  cpSync(inRoot('docs/site/home'), copies, { recursive: true });
  const vitepress = inRoot('docs/site/node_modules/vitepress/bin/vitepress.js');
  const { code } = await run(nodePath(), [vitepress, command, site], { cwd: site });
  if (code === 0 && command === 'build') console.log(`The guide: ${inRoot('.cache/docs')}`);
  return code;
});
