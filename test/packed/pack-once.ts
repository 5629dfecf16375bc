import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
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

interface SharedPackage {
  archive: Promise<string>;
  /** The folder to remove at the end; undefined if the parent of several parts keeps it for them. */
  folder: string | undefined;
  /** The number of projects that are still using it. */
  users: number;
}

/** Vitest loads this file once for each project that names it: they share state through their process. */
const ofProcess = globalThis as { backOfficePackage?: SharedPackage };

/** Makes the package once for all projects that install it; with TEST_PACKAGE, for all parts of `npm test`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sharedPackage = (ofProcess.backOfficePackage ??= await begin());
  sharedPackage.users += 1;
  project.provide('packed', await sharedPackage.archive);
  return async () => {
    sharedPackage.users -= 1;
    if (sharedPackage.users === 0 && sharedPackage.folder !== undefined) await rm(sharedPackage.folder, { recursive: true, force: true });
  };
}

async function begin(): Promise<SharedPackage> {
  const { TEST_PACKAGE: kept } = process.env;
  if (kept !== undefined) {
    const [archive] = await readdir(kept).catch(() => []);
    return { archive: archive === undefined ? makePackage(kept) : Promise.resolve(join(kept, archive)), folder: undefined, users: 0 };
  }
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'back-office-archive-')));
  return { archive: makePackage(folder), folder, users: 0 };
}
