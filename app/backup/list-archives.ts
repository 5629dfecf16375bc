import { basename } from 'node:path';
import type { ArchiveFile } from '../archives/archive-file.ts';
import { readArchive } from './read-archive.ts';

interface Listed {
  readonly name: string;
  /** Milliseconds since 1970; undefined if the archive does not say. */
  readonly made: number | undefined;
  readonly remark: string;
}

/**
 * A line for each archive, the newest by its own time first, those that say none last: its name, and after a tab that time, and whether it is among
 * the names of those that lack files. Only the beginning of each is read.
 */
export async function listArchives(archives: readonly ArchiveFile[], incomplete: readonly string[]): Promise<string[]> {
  const listed: Listed[] = [];
  for (const archive of archives) listed.push(await lookAt(archive, incomplete.includes(basename(archive.name))));
  const sorted = listed.toSorted((one, other) => (other.made ?? -Infinity) - (one.made ?? -Infinity) || (one.name < other.name ? 1 : -1));
  return sorted.map(({ name, remark }) => `${name}\t${remark}`);
}

async function lookAt(archive: ArchiveFile, isIncomplete: boolean): Promise<Listed> {
  const { name } = archive;
  const lacks = isIncomplete ? ', lacks files that its database names' : '';
  try {
    const opened = await readArchive(archive);
    opened.stop();
    const { createTime } = opened.manifest;
    const made = Date.parse(createTime);
    return { name, made: Number.isNaN(made) ? undefined : made, remark: `${createTime}${lacks}` };
  } catch (error) {
    return { name, made: undefined, remark: `cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}
