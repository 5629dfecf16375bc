import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { checkout, packed } from '../loading/office-place.mjs';
import { readManifest } from '../loading/read-manifest.ts';
import { isAvailableName } from './available-name.ts';
import { officeFiles } from './office-files.ts';
import { readFlags, requireTitle } from './read-flags.ts';

/** Creates a company's folder: a module without a resource, which starts, and whose test passes. */
export async function newOffice(args: string[]): Promise<void> {
  const { argument, flags } = readFlags(args, ['name', 'title']);
  const folder = resolve(argument);
  const name = flags.name ?? basename(folder);
  if (!/^[a-z][a-z0-9]{1,15}$/.test(name) || !isAvailableName(name, ['sys', 'modules']))
    throw new StartError(`A module cannot be called ${name}: give --name with 2 to 16 small letters and digits, such as --name acme.`);
  const title = requireTitle(flags.title ?? '业务管理');
  const existingFiles = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartError(`${folder} cannot be made: ${error.message}`);
  });
  if (existingFiles.some((file) => file !== '.git')) throw new StartError(`${folder} is not empty: name a folder that is not there yet.`);
  const path = (from: string, to: string): string => relative(from, to).replaceAll('\\', '/') || '.';
  const prefix = packed ? '' : `OFFICE=${path(checkout, folder)} `;
  const files = officeFiles({
    name,
    title,
    prefix,
    ...(packed
      ? { settings: 'back-office/tsconfig.office.json', manifest: manifestOf(name) }
      : { settings: `${path(folder, checkout)}/tsconfig.office.json` }),
  });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  process.stdout.write(`Made ${folder}. Next, in ${packed ? folder : checkout}:
${packed ? '  npm install <the archive of back-office>\n' : ''}  ${prefix}npx back-office add resource agreement --title 合同
  ${prefix}npm start
`);
}

/** The package.json of a company that has the product as a package: its commands, and its tools for checks and tests. */
function manifestOf(name: string): object {
  const scripts = Object.fromEntries(['start', 'dev', 'check', 'test'].map((each) => [each, `back-office ${each}`]));
  return { name, private: true, type: 'module', scripts, devDependencies: readManifest(checkout).peerDependencies };
}
