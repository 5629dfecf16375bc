import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The files of a company that has one module and declares nothing. */
const smallOffice: Readonly<Record<string, string>> = {
  'office.ts': `import { sys, type Module } from 'back-office/contract';
import { acme } from './contract.ts';
export const modules: readonly Module[] = [sys, acme];
`,
  'contract.ts': `import type { Module } from 'back-office/contract';
export const acme: Module = { name: 'acme', features: [{ name: 'acme' }] };
`,
};

/** Writes a company's folder, beside no node_modules at all: the small one with these files put in or in their place. */
export async function writeOffice(files: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'back-office-company-')));
  for (const [name, text] of Object.entries({ ...smallOffice, ...files })) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
