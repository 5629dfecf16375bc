import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memory = '/dev/shm';
const needed = 8 * 1024 ** 3;

/**
 * Where tests put their folders: in memory where it has plenty of room, since each test file copies a database of 1,200
 * files, and a disk makes each commit wait; else, or when TMPDIR says so, where temporary files lie.
 */
export function temporaryRoot() {
  if (process.env.TMPDIR || !existsSync(memory) || freemem() < 2 * needed) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < needed ? tmpdir() : memory;
}
