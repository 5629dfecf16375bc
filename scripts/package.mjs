import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { makePackage } from './lib/package/make-package.mjs';

/* `npm run package`, `npm run package -- <folder>`: the archive that a company's package.json depends on. */
await main(async ([target = '.']) => {
  await ensureInstall();
  // npm runs this in the project's folder; a folder is relative to the operator's current folder.
  const archive = await makePackage(resolve(process.env.INIT_CWD ?? '.', target));
  console.log(`${archive} (${(statSync(archive).size / 1024 ** 2).toFixed(1)} MB)`);
  return 0;
});
