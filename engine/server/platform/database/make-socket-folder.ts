import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'back-office-socket-';

/**
 * Makes a folder for the embedded database's socket that no other user can enter (mkdtemp makes
 * it 0700), and removes the one that a killed process left. Not inside `dataDir`: the path of a
 * Unix socket must stay under 100 bytes. Call it only while `dataDir` is locked.
 */
export function makeSocketFolder(dataDir: string): { folder: string; remove(): void } {
  const note = join(dataDir, '.socket');
  const left = readNote(note);
  if (basename(left).startsWith(prefix)) rmSync(left, { recursive: true, force: true });
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(note, folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function readNote(note: string): string {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return '';
  }
}
