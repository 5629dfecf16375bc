import { StartError } from '@back-office/server/platform/start-error.ts';
import { loadOffice } from './load-office.ts';

/* `try-office.ts <folder>`: reports the mistakes of an office, without a database and without serving it. */
try {
  await loadOffice(process.argv[2]);
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
