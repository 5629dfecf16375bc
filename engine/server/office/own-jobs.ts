import { clearChanges } from '../changes/clear-changes.ts';
import { endExportLines } from './end-export-lines.ts';
import { gramIndexes } from '../crud/gram-indexes.ts';
import { clearImports } from '../crud/import/import-store.ts';
import { lookalikeIndexes } from '../crud/lookalikes.ts';
import { addUpLines } from '../crud/operation-log/add-up-lines.ts';
import { clearLogs } from '../crud/operation-log/clear-logs.ts';
import { clearRecycle } from '../crud/recycle/clear-recycle.ts';
import { attachEarlierPictures } from '../files/attach-earlier-pictures.ts';
import { clearOrphans } from '../files/clear-orphans.ts';
import { lifeOf } from '../identity/session/session-life.ts';
import { sweepSessions } from '../identity/session/sweep.ts';
import { clearLoginTickets } from '../identity/sign-in/login-ticket.ts';
import type { Database } from '../platform/database/database.ts';
import { finishIndexes } from '../platform/jobs/build-indexes.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import { createLogPartitions } from '../platform/jobs/create-log-partitions.ts';
import { sampleSize } from '../platform/metrics/sample-size.ts';
import type { Settings } from '../platform/settings.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';

/** The work that the engine itself does in the background, whatever features an office has. */
export const ownJobs = (database: Database, settings: Settings, resources: readonly Resource[]): JobKind[] => [
  finishIndexes(database, [...gramIndexes(resources), ...lookalikeIndexes(resources)]),
  clearRecycle(database.db, settings.limits),
  clearOrphans(database.db, resources),
  attachEarlierPictures(database.db, resources),
  clearChanges(database.db),
  addUpLines(database.db),
  createLogPartitions(database.db),
  clearLogs(database.db, settings),
  endExportLines(database.db),
  ...sweepSessions(database.db, lifeOf(settings)),
  sampleSize(database.db),
  {
    name: 'clear-imports',
    title: '清理未完成的导入',
    every: 3600,
    run: ({ signal }) => clearImports(database.db, settings.limits.importDays, signal),
  },
  { name: 'clear-logins', title: '清理未完成的登录', every: 3600, run: () => clearLoginTickets(database.db) },
];
