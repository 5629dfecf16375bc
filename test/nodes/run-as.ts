import { chownSync, statSync } from 'node:fs';

/** The user that PostgreSQL's programs run as, who owns its folder: they refuse to run as root. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/** As the owner of `folder`, when this runs as root; else as ourselves. */
export function ownerOf(folder: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** Gives a file or folder to that user. */
export function give(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
