import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makePackage } from '../../scripts/lib/package/make-package.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The archive of the package. */
    packed: string;
  }
}

/** Makes the package once for all that install it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'back-office-archive-')));
  project.provide('packed', await makePackage(folder));
  return () => rm(folder, { recursive: true, force: true });
}
