import type { Settings } from '@back-office/server/platform/settings.ts';
import { backupFault } from '../../archives/backup-fault.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Whether scheduled backups can be written: a start does not fail without, and the job of the night would. */
export async function examineBackups(settings: Settings): Promise<Finding[]> {
  if (settings.backup === undefined) return [];
  const fault = await backupFault(settings);
  return [fault === undefined ? ok('backups', `${settings.backup.place}: written and removed a file`) : warn('backups', fault)];
}
