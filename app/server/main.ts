import { join } from 'node:path';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { loadOffice, withFiles } from '../loading/load-office.ts';
import type { OfficePlace } from '../loading/office-place.mjs';
import { boundLookups } from './bound-lookups.ts';

boundLookups(process.env);
let place: OfficePlace | undefined;
try {
  // `main.ts require-place`, before a build: reports what a start would report after it.
  if (process.argv[2] === 'require-place') {
    const { requirePlace } = await import('./require-place.ts');
    await requirePlace(readSettings(process.env));
    process.exit(0);
  }
  place = await loadOffice(process.env['OFFICE']);
  // Imported only now: its imports need the office.
  const { start } = await import('./start.ts');
  const settings = readSettings(process.env);
  process.env['TZ'] = settings.timeZone;
  await start(settings, { environment: process.env, webRoot: place?.dist ?? join(import.meta.dirname, '../web/dist') });
} catch (thrown) {
  const error = thrown instanceof StartError && place !== undefined ? await withFiles(thrown, place) : thrown;
  // A person reads this at a terminal: one sentence for errors that they can fix, the whole error for those that only we can.
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
