import { office } from '../../office.ts';
import { changeTables } from '@back-office/server/changes/change-tables.ts';
import { exportTables } from '@back-office/server/crud/export/export-tables.ts';
import { importTables } from '@back-office/server/crud/import/import-tables.ts';
import { hasPinyin } from '@back-office/server/crud/search.ts';
import { fileTables } from '@back-office/server/files/file-tables.ts';
import { passkeyTables } from '@back-office/server/identity/passkeys/passkey-tables.ts';
import { preferenceTables } from '@back-office/server/identity/preferences/preference-tables.ts';
import { sessionTables } from '@back-office/server/identity/session/session-tables.ts';
import { wayTables } from '@back-office/server/identity/sign-in/way-tables.ts';
import { twoFactorTables } from '@back-office/server/identity/two-factor/two-factor-tables.ts';
import { declaredTable, type TableSpec } from '@back-office/server/platform/database/table-spec.ts';
import { databaseTables } from '@back-office/server/platform/database/tables.ts';
import { httpTables } from '@back-office/server/platform/http/http-tables.ts';
import { jobTables } from '@back-office/server/platform/jobs/job-tables.ts';
import { liveTables } from '@back-office/server/platform/live/live-tables.ts';
import { nodeTables } from '@back-office/server/platform/metrics/node-tables.ts';
import { proposalTables } from '@back-office/sys/assistants/server/proposal-tables.ts';
import { botTables } from '@back-office/sys/bots/server/bot-tables.ts';
import { deptTables } from '@back-office/sys/depts/server/dept-tables.ts';
import { dictTables } from '@back-office/sys/dictionaries/server/dict-tables.ts';
import { directoryTables } from '@back-office/sys/directories/server/directory-tables.ts';
import { districtTables } from '@back-office/sys/districts/server/district-tables.ts';
import { fileRecordTables } from '@back-office/sys/files/server/file-record-tables.ts';
import { functionTables } from '@back-office/sys/functions/server/function-tables.ts';
import { tallyTables } from '@back-office/sys/home/server/tally-tables.ts';
import { linkedAccountTables } from '@back-office/sys/linked-accounts/server/linked-account-tables.ts';
import { logTables } from '@back-office/sys/logs/server/log-tables.ts';
import { mailTables } from '@back-office/sys/mail/server/mail-tables.ts';
import { noticeTables } from '@back-office/sys/notices/server/notice-tables.ts';
import { claimRuleTables } from '@back-office/sys/oidc/server/claim-rule-tables.ts';
import { orgTables } from '@back-office/sys/orgs/server/org-tables.ts';
import { passkeyRecordTables } from '@back-office/sys/passkeys/server/passkey-record-tables.ts';
import { resetTables } from '@back-office/sys/password-reset/server/reset-tables.ts';
import { recycleTables } from '@back-office/sys/recycle-bin/server/recycle-tables.ts';
import { roleTables } from '@back-office/sys/roles/server/role-tables.ts';
import { onlineTables } from '@back-office/sys/sessions/server/online-tables.ts';
import { settingTables } from '@back-office/sys/settings/server/setting-tables.ts';
import { smsTables } from '@back-office/sys/sms/server/sms-tables.ts';
import { tokenTables } from '@back-office/sys/tokens/server/token-tables.ts';
import { userTables } from '@back-office/sys/users/server/user-tables.ts';
import { webhookTables } from '@back-office/sys/webhooks/server/webhook-tables.ts';

/** The columns of the tables with types. */
const typedTables = {
  ...databaseTables,
  ...changeTables,
  ...userTables,
  ...roleTables,
  ...functionTables,
  ...orgTables,
  ...deptTables,
  ...districtTables,
  ...dictTables,
  ...passkeyRecordTables,
  ...tokenTables,
  ...webhookTables,
  ...botTables,
  ...claimRuleTables,
  ...linkedAccountTables,
  ...directoryTables,
  ...fileRecordTables,
  ...logTables,
  ...recycleTables,
  ...onlineTables,
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

/** Tables of resources that no statement names, and which therefore need no types. */
const unnamed = office.resources
  .filter(({ table }) => !Object.hasOwn(typedTables, table))
  .map((resource) => [resource.table, declaredTable(resource, hasPinyin(resource) ? { labelPinyin: 'text?' } : {})] as const);

/** The columns of every table. */
export const allTables: typeof typedTables & Readonly<Record<string, TableSpec>> = { ...Object.fromEntries(unnamed), ...typedTables };
