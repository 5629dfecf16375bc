import { chownSync, statSync } from 'node:fs';

/** The user for PostgreSQL's programs, who owns its folder: they refuse to run as root. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/** The owner of `folder`, if this runs as root; otherwise the current user. */
export function ownerOf(folder: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** Makes that user the owner of a file or folder. */
export function give(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
