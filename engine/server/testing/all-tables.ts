import { databaseTables } from '../platform/database/tables.ts';
import { exportTables } from '../crud/export/export-tables.ts';
import { fileTables } from '../files/file-tables.ts';
import { httpTables } from '../platform/http/http-tables.ts';
import { importTables } from '../crud/import/import-tables.ts';
import { jobTables } from '../platform/jobs/job-tables.ts';
import { liveTables } from '../platform/live/live-tables.ts';
import { noticeTables } from '@back-office/sys/notices/server/notice-tables.ts';
import { preferenceTables } from '../identity/preferences/preference-tables.ts';
import { resourceTables } from '@back-office/sys/shared/server/resource-tables.ts';
import { sessionTables } from '../identity/session/session-tables.ts';
import { smsTables } from '@back-office/sys/sms/server/sms-tables.ts';
import { tallyTables } from '@back-office/sys/home/server/tally-tables.ts';
import { twoFactorTables } from '../identity/two-factor/two-factor-tables.ts';

/** The columns of every table there is. */
export const allTables = {
  ...databaseTables,
  ...resourceTables,
  ...sessionTables,
  ...twoFactorTables,
  ...httpTables,
  ...liveTables,
  ...fileTables,
  ...jobTables,
  ...importTables,
  ...exportTables,
  ...noticeTables,
  ...tallyTables,
  ...smsTables,
  ...preferenceTables,
};
