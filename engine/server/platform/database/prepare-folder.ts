import { recordIn } from '@back-office/contract/record-in.ts';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** The major version of PostgreSQL inside PGlite: it cannot open a folder of another one. */
const embeddedVersion = '18';

/**
 * Creates the data folder if it is missing, closes it to other users (0700), and checks that it is writable. Throws a
 * StartError that names the folder.
 */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StartError(`The folder ${dataDir} (DATA_DIR) cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * Determines whether `folder` holds an embedded database (`made`) or nothing yet (`empty`), and throws a StartError for
 * anything else: a folder of another version, or files that are not a database. It never deletes: the files may be all
 * that is left of somebody's data.
 */
export function inspectDatabaseFolder(folder: string): 'made' | 'empty' {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return 'empty';
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new StartError(`The folder ${folder} is not empty and holds no database: move it away or set DATA_DIR to another folder.`);
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== embeddedVersion) {
    throw new StartError(
      `The folder ${folder} was made by PostgreSQL ${version}, and this version reads PostgreSQL ${embeddedVersion}: start the version that made it.`,
    );
  }
  return 'made';
}

/** An error as the end of a sentence: `EACCES: permission denied`, without the call and the path that Node adds. */
export function reasonOf(error: unknown): string {
  const { syscall, message: rawMessage } = recordIn(error);
  const message = typeof rawMessage === 'string' ? rawMessage : String(error);
  const reason = typeof syscall === 'string' && syscall !== '' ? (message.split(`, ${syscall}`)[0] ?? message) : message;
  return reason.replace(/\.$/, '');
}
