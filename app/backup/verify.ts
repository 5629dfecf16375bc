import { createHash } from 'node:crypto';
import type { ArchiveFile } from '../archives/archive-file.ts';
import { type Manifest, objectsTally, type Summary } from './archive-format.ts';
import { readArchive } from './read-archive.ts';
import { DamagedArchive } from '../archives/damaged-archive.ts';
import { differences, Tally } from './tally.ts';

/**
 * Reads a backup to its end, and counts and hashes every row and every file against its own summary, without a
 * database. Returns its content. Throws a StartError if it is truncated, changed, or not a backup.
 */
export async function verify(fileOrArchive: string | ArchiveFile): Promise<Summary & { manifest: Manifest }> {
  const [archive, file] = [await readArchive(fileOrArchive), typeof fileOrArchive === 'string' ? fileOrArchive : fileOrArchive.name];
  const tables = new Tally();
  for await (const { table, rows } of archive.batches()) for (const row of rows) tables.add(table, row);
  const objects = new Tally();
  objects.open(objectsTally);
  for await (const { key, bytes } of archive.objects()) {
    const hash = createHash('sha256');
    for await (const block of bytes) hash.update(block);
    objects.add(objectsTally, `${key} ${hash.digest('hex')}`);
  }
  const summary = await archive.summary();
  // An empty table has no entry of its own.
  for (const name of Object.keys(summary.tables)) tables.open(name);
  const wrong = [...differences(summary.tables, tables.result()), ...differences(summary.objects, objects.result())];
  if (wrong.length > 0) throw new DamagedArchive(`The file ${file} is damaged: ${wrong.join(', ')} are not what it says they are.`);
  return { ...summary, manifest: archive.manifest };
}
