import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The files of a company with one module and no declarations. */
const smallOffice: Readonly<Record<string, string>> = {
  'office.ts': `import { sys, type Module } from 'back-office/contract';
import { acme } from './contract.ts';
export const modules: readonly Module[] = [sys, acme];
`,
  'contract.ts': `import type { Module } from 'back-office/contract';
export const acme: Module = { name: 'acme', features: [{ name: 'acme' }] };
`,
};

/** Writes a company's folder, without a node_modules beside it: the small one, with these files added or replaced. */
export async function writeOffice(files: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'back-office-company-')));
  for (const [name, text] of Object.entries({ ...smallOffice, ...files })) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
