import { office } from '@back-office/app/office.ts';
import { hasPinyin } from '../crud/search.ts';
import { declaredTable, type TableSpec } from '../platform/database/table-spec.ts';
import { changeTables } from '../changes/change-tables.ts';
import { databaseTables } from '../platform/database/tables.ts';
import { exportTables } from '../crud/export/export-tables.ts';
import { fileTables } from '../files/file-tables.ts';
import { httpTables } from '../platform/http/http-tables.ts';
import { importTables } from '../crud/import/import-tables.ts';
import { nodeTables } from '../platform/metrics/node-tables.ts';
import { jobTables } from '../platform/jobs/job-tables.ts';
import { liveTables } from '../platform/live/live-tables.ts';
import { mailTables } from '@back-office/sys/mail/server/mail-tables.ts';
import { noticeTables } from '@back-office/sys/notices/server/notice-tables.ts';
import { passkeyTables } from '../identity/passkeys/passkey-tables.ts';
import { proposalTables } from '@back-office/sys/assistants/server/proposal-tables.ts';
import { preferenceTables } from '../identity/preferences/preference-tables.ts';
import { resetTables } from '@back-office/sys/password-reset/server/reset-tables.ts';
import { resourceTables } from '@back-office/sys/shared/server/resource-tables.ts';
import { sessionTables } from '../identity/session/session-tables.ts';
import { settingTables } from '@back-office/sys/settings/server/setting-tables.ts';
import { smsTables } from '@back-office/sys/sms/server/sms-tables.ts';
import { wayTables } from '../identity/sign-in/way-tables.ts';
import { tallyTables } from '@back-office/sys/home/server/tally-tables.ts';
import { twoFactorTables } from '../identity/two-factor/two-factor-tables.ts';

/** The columns of the tables that the compiler knows. */
const known = {
  ...databaseTables,
  ...changeTables,
  ...resourceTables,
  ...sessionTables,
  ...twoFactorTables,
  ...wayTables,
  ...passkeyTables,
  ...httpTables,
  ...liveTables,
  ...fileTables,
  ...jobTables,
  ...nodeTables,
  ...importTables,
  ...exportTables,
  ...noticeTables,
  ...tallyTables,
  ...settingTables,
  ...smsTables,
  ...mailTables,
  ...resetTables,
  ...preferenceTables,
  ...proposalTables,
};

/** Tables of the resources that no statement names, and so the compiler need not know. */
const unnamed = office.resources
  .filter(({ table }) => !Object.hasOwn(known, table))
  .map((resource) => [resource.table, declaredTable(resource, hasPinyin(resource) ? { labelPinyin: 'text?' } : {})] as const);

/** The columns of every table there is. */
export const allTables: typeof known & Readonly<Record<string, TableSpec>> = { ...Object.fromEntries(unnamed), ...known };
