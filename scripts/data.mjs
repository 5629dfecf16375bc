import { isAbsolute, resolve } from 'node:path';
import { ourFile } from '../app/loading/office-place.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { readOffice } from './lib/read-office.mjs';
import { run } from './lib/run.mjs';

// npm runs this in the project's folder; a file is relative to the operator's current folder.
const isPlace = (argument) => !isAbsolute(argument) && !argument.includes('://') && !argument.startsWith('--') && !/^\d+$/.test(argument);
const place = (argument) => (isPlace(argument) ? resolve(process.env.INIT_CWD ?? '.', argument) : argument);

await main(async ([command, ...args]) => {
  await ensureInstall({ serving: true });
  readOffice();
  return (await run(nodePath(), [ourFile('app/backup/main.ts'), command, ...args.map(place)])).code;
});
