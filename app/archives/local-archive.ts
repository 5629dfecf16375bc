import { recordIn } from '@back-office/contract/record-in.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ArchiveFile, ArchiveSink } from './archive-file.ts';

/**
 * An archive in a folder. It gets its name when it is complete and on disk; until then, and forever if the process is
 * killed, it has a hidden name that no rotation takes for a backup.
 */
export const localArchive = (file: string): ArchiveFile => ({ name: file, read: () => createReadStream(file), create: () => create(file) });

async function create(file: string): Promise<ArchiveSink> {
  if (await exists(file)) throw existsError(file);
  const unfinished = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.unfinished`);
  const begun = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The file ${file} cannot be written: ${error.message}.`);
  });
  await begun.close();
  return {
    stream: createWriteStream(unfinished, { mode: 0o600, flush: true }),
    name: async () => {
      await nameFile(unfinished, file);
      const folder = await open(dirname(file), 'r');
      await folder.sync();
      await folder.close();
    },
    abort: () => rm(unfinished, { force: true }),
  };
}

/** Never in the foreground: on a share that hangs, that would stop the whole process. */
const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const existsError = (file: string): StartError => new StartError(`The file ${file} exists already: give a new name.`);

/** Gives a file its name, unless another file has taken it meanwhile. */
async function nameFile(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
    await rm(unfinished);
  } catch (error) {
    if (recordIn(error).code === 'EEXIST') throw existsError(file);
    // A file system without links.
    if (await exists(file)) throw existsError(file);
    await rename(unfinished, file);
  }
}
