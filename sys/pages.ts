import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { dictionariesWeb } from './dictionaries/web.ts';
import { directoriesWeb } from './directories/web.ts';
import { filesWeb } from './files/web.ts';
import { functionsWeb } from './functions/web.ts';
import { jobsWeb } from './jobs/web.ts';
import { logsWeb } from './logs/web.ts';
import { mailWeb } from './mail/web.ts';
import { noticesWeb } from './notices/web.ts';
import { oidcWeb } from './oidc/web.ts';
import { orgsWeb } from './orgs/web.ts';
import { passkeysWeb } from './passkeys/web.ts';
import { recycleBinWeb } from './recycle-bin/web.ts';
import { rolesWeb } from './roles/web.ts';
import { sessionsWeb } from './sessions/web.ts';
import { settingsWeb } from './settings/web.ts';
import { smsWeb } from './sms/web.ts';
import { tokensWeb } from './tokens/web.ts';
import { webhooksWeb } from './webhooks/web.ts';
import { botsWeb } from './bots/web.ts';
import { usersWeb } from './users/web.ts';

/** What the features of this module put into pages; those that `module.ts` leaves out put nothing there. */
export const sysPages: readonly WebFeature[] = [
  usersWeb,
  orgsWeb,
  noticesWeb,
  rolesWeb,
  functionsWeb,
  filesWeb,
  dictionariesWeb,
  smsWeb,
  mailWeb,
  sessionsWeb,
  passkeysWeb,
  oidcWeb,
  tokensWeb,
  webhooksWeb,
  botsWeb,
  directoriesWeb,
  recycleBinWeb,
  logsWeb,
  jobsWeb,
  settingsWeb,
];
