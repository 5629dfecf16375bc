import { databaseTables } from '../database/tables.ts';
import { exportTables } from '../export/export-tables.ts';
import { fileTables } from '../files/file-tables.ts';
import { httpTables } from '../http/http-tables.ts';
import { importTables } from '../import/import-tables.ts';
import { jobTables } from '../jobs/job-tables.ts';
import { liveTables } from '../live/live-tables.ts';
import { noticeTables } from '../notices/notice-tables.ts';
import { preferenceTables } from '../preferences/preference-tables.ts';
import { resourceTables } from '../resources/resource-tables.ts';
import { sessionTables } from '../session/session-tables.ts';
import { smsTables } from '../sms/sms-tables.ts';
import { tallyTables } from '../statistics/tally-tables.ts';
import { twoStepTables } from '../two-step/two-step-tables.ts';

/** The columns of every table there is. */
export const allTables = {
  ...databaseTables,
  ...resourceTables,
  ...sessionTables,
  ...twoStepTables,
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
