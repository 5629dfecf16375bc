import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'back-office-socket-';

/**
 * Creates a folder for the embedded database's socket that no other user can enter (mkdtemp makes it 0700), and removes
 * the one that a killed process left. Not inside `dataDir`: the path of a Unix socket must stay under 100 bytes. Call
 * it only while `dataDir` is locked.
 */
export function makeSocketFolder(dataDir: string): { folder: string; remove(): void } {
  removeLeftSocket(dataDir);
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(noteIn(dataDir), folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Removes what a killed process left of its socket for the database in `dataDir`. */
export function removeLeftSocket(dataDir: string): void {
  const staleFolder = readNote(noteIn(dataDir));
  if (basename(staleFolder).startsWith(prefix)) rmSync(staleFolder, { recursive: true, force: true });
}

const noteIn = (dataDir: string): string => join(dataDir, '.socket');

function readNote(note: string): string {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return '';
  }
}
