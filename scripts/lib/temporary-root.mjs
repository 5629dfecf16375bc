import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memory = '/dev/shm';
const needed = 8 * 1024 ** 3;

/**
 * The parent of the tests' folders: in memory if it has plenty of room, since each test file copies a database of 1,200
 * files, and a disk makes each commit wait; otherwise, or if TMPDIR is set, the system's temporary folder.
 */
export function temporaryRoot() {
  if (process.env.TMPDIR || !existsSync(memory) || freemem() < 2 * needed) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < needed ? tmpdir() : memory;
}
