import type { Module } from '@back-office/contract/office/module.ts';
import { usersFeature } from './users/feature.ts';
import { rolesFeature } from './roles/feature.ts';
import { functionsFeature } from './functions/feature.ts';
import { orgsFeature } from './orgs/feature.ts';
import { deptsFeature } from './depts/feature.ts';
import { districtsFeature } from './districts/feature.ts';
import { dictionariesFeature } from './dictionaries/feature.ts';
import { noticesFeature } from './notices/feature.ts';
import { smsFeature } from './sms/feature.ts';
import { mailFeature } from './mail/feature.ts';
import { passwordResetFeature } from './password-reset/feature.ts';
import { logsFeature } from './logs/feature.ts';
import { sessionsFeature } from './sessions/feature.ts';
import { passkeysFeature } from './passkeys/feature.ts';
import { tokensFeature } from './tokens/feature.ts';
import { webhooksFeature } from './webhooks/feature.ts';
import { botsFeature } from './bots/feature.ts';
import { linkedAccountsFeature } from './linked-accounts/feature.ts';
import { oidcFeature } from './oidc/feature.ts';
import { ldapFeature } from './ldap/feature.ts';
import { workplacesFeature } from './workplaces/feature.ts';
import { directoriesFeature } from './directories/feature.ts';
import { apiDocsFeature } from './api-docs/feature.ts';
import { assistantsFeature } from './assistants/feature.ts';
import { recycleBinFeature } from './recycle-bin/feature.ts';
import { filesFeature } from './files/feature.ts';
import { accountFeature } from './account/feature.ts';
import { homeFeature } from './home/feature.ts';
import { searchFeature } from './search/feature.ts';
import { exportsFeature } from './exports/feature.ts';
import { jobsFeature } from './jobs/feature.ts';
import { settingsFeature } from './settings/feature.ts';
import { statusFeature } from './status/feature.ts';

/**
 * The product's own module, built as a company's would be: its features, in the order in which people meet them.
 * @example
 * export const modules: readonly Module[] = [sys, { name: 'acme', features: [] }];
 */
export const sys: Module = {
  name: 'sys',
  features: [
    homeFeature,
    accountFeature,
    exportsFeature,
    usersFeature,
    rolesFeature,
    functionsFeature,
    orgsFeature,
    deptsFeature,
    districtsFeature,
    dictionariesFeature,
    noticesFeature,
    smsFeature,
    mailFeature,
    passwordResetFeature,
    logsFeature,
    sessionsFeature,
    passkeysFeature,
    tokensFeature,
    webhooksFeature,
    botsFeature,
    linkedAccountsFeature,
    oidcFeature,
    ldapFeature,
    workplacesFeature,
    directoriesFeature,
    apiDocsFeature,
    assistantsFeature,
    recycleBinFeature,
    filesFeature,
    searchFeature,
    jobsFeature,
    statusFeature,
    settingsFeature,
  ],
  menu: [
    { path: '/base', title: '基础数据', icon: 'database' },
    { path: '/sys', title: '系统管理', icon: 'setting' },
  ],
};
