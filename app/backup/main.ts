import { StartError } from '@back-office/server/platform/start-error.ts';
import { loadOffice } from '../loading/load-office.ts';
import { DamagedArchive } from '../archives/damaged-archive.ts';
import { IncompleteBackup } from '../archives/incomplete-backup.ts';

/*
 * `main.ts backup <file>`, `backup --verify <file>`, `backup --list`, `restore <file>`, `move <postgres://…>`, `migrate`: commands of
 * an operator on all the data at once. The database and the storage are those of the settings.
 */
// The server that ran this on schedule was killed: this process would keep DATA_DIR from the next server.
process.once('disconnect', () => process.exit(1));
try {
  await loadOffice(process.env['OFFICE']);
  // Imported only now: its imports need the office.
  const { run } = await import('./run.ts');
  await run(process.argv.slice(2), process.env);
  process.exit(0);
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit([DamagedArchive, IncompleteBackup].find((each) => error instanceof each)?.exitCode ?? 1);
}
