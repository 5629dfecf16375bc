import { join } from 'node:path';
import { passkeyTables } from '@back-office/server/identity/passkeys/passkey-tables.ts';
import { jobTables } from '@back-office/server/platform/jobs/job-tables.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { usersServer } from './users/server.ts';
import { rolesServer } from './roles/server.ts';
import { functionsServer } from './functions/server.ts';
import { orgsServer } from './orgs/server.ts';
import { deptsServer } from './depts/server.ts';
import { districtsServer } from './districts/server.ts';
import { dictionariesServer } from './dictionaries/server.ts';
import { noticesServer } from './notices/server.ts';
import { smsServer } from './sms/server.ts';
import { mailServer } from './mail/server.ts';
import { passwordResetServer } from './password-reset/server.ts';
import { logsServer } from './logs/server.ts';
import { sessionsServer } from './sessions/server.ts';
import { passkeysServer } from './passkeys/server.ts';
import { tokensServer } from './tokens/server.ts';
import { webhooksServer } from './webhooks/server.ts';
import { botsServer } from './bots/server.ts';
import { linkedAccountsServer } from './linked-accounts/server.ts';
import { oidcServer } from './oidc/server.ts';
import { ldapServer } from './ldap/server.ts';
import { workplacesServer } from './workplaces/server.ts';
import { directoriesServer } from './directories/server.ts';
import { apiDocsServer } from './api-docs/server.ts';
import { assistantsServer } from './assistants/server.ts';
import { recycleBinServer } from './recycle-bin/server.ts';
import { filesServer } from './files/server.ts';
import { accountServer } from './account/server.ts';
import { exportsServer } from './exports/server.ts';
import { homeServer } from './home/server.ts';
import { searchServer } from './search/server.ts';
import { jobsServer } from './jobs/server.ts';
import { settingsServer } from './settings/server.ts';
import { statusServer } from './status/server.ts';
import { botTables } from './bots/server/bot-tables.ts';
import { directoryTables } from './directories/server/directory-tables.ts';
import { linkedAccountTables } from './linked-accounts/server/linked-account-tables.ts';
import { logTables } from './logs/server/log-tables.ts';
import { mailTables } from './mail/server/mail-tables.ts';
import { noticeTables } from './notices/server/notice-tables.ts';
import { passkeyRecordTables } from './passkeys/server/passkey-record-tables.ts';
import { recycleTables } from './recycle-bin/server/recycle-tables.ts';
import { smsTables } from './sms/server/sms-tables.ts';
import { tokenTables } from './tokens/server/token-tables.ts';
import { userTables } from './users/server/user-tables.ts';
import { webhookTables } from './webhooks/server/webhook-tables.ts';
import { seedSys } from './seed/seed-sys.ts';

/** What this module does on the server: its migrations, and its features; those that `module.ts` leaves out do nothing. */
export const sysServer: ServerModule = {
  name: 'sys',
  migrations: join(import.meta.dirname, 'migrations'),
  features: [
    usersServer,
    rolesServer,
    functionsServer,
    orgsServer,
    deptsServer,
    districtsServer,
    dictionariesServer,
    noticesServer,
    smsServer,
    mailServer,
    passwordResetServer,
    logsServer,
    sessionsServer,
    passkeysServer,
    tokensServer,
    webhooksServer,
    botsServer,
    linkedAccountsServer,
    oidcServer,
    ldapServer,
    workplacesServer,
    directoriesServer,
    apiDocsServer,
    assistantsServer,
    recycleBinServer,
    filesServer,
    accountServer,
    exportsServer,
    homeServer,
    searchServer,
    jobsServer,
    statusServer,
    settingsServer,
  ],
  seed: seedSys,
  // With columns that no declaration names: a company's module called `claim` or `token` is not taken for their owner.
  tables: {
    ...botTables,
    ...directoryTables,
    ...jobTables,
    ...linkedAccountTables,
    ...logTables,
    ...mailTables,
    ...noticeTables,
    ...passkeyRecordTables,
    ...passkeyTables,
    ...recycleTables,
    ...smsTables,
    ...tokenTables,
    ...userTables,
    ...webhookTables,
  },
};
