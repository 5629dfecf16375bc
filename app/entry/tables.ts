/*
 * The type augmentations of every server folder: its tables in `Tables`, and its properties of Fastify's server and requests,
 * for a compiler that reads only a company's folder and its imports.
 */
import type {} from '@back-office/server/changes/change-tables.ts';
import type {} from '@back-office/server/crud/export/export-tables.ts';
import type {} from '@back-office/server/crud/import/import-tables.ts';
import type {} from '@back-office/server/files/file-tables.ts';
import type {} from '@back-office/server/identity/preferences/preference-tables.ts';
import type {} from '@back-office/server/identity/session/session-hook.ts';
import type {} from '@back-office/server/identity/session/session-tables.ts';
import type {} from '@back-office/server/identity/sign-in/way-tables.ts';
import type {} from '@back-office/server/identity/passkeys/passkey-tables.ts';
import type {} from '@back-office/server/identity/two-factor/two-factor-tables.ts';
import type {} from '@back-office/server/office/create-app.ts';
import type {} from '@back-office/server/platform/http/access-log.ts';
import type {} from '@back-office/server/platform/http/http-tables.ts';
import type {} from '@back-office/server/platform/http/right.ts';
import type {} from '@back-office/server/platform/jobs/job-tables.ts';
import type {} from '@back-office/server/platform/metrics/node-tables.ts';
import type {} from '@back-office/server/platform/live/live-tables.ts';
import type {} from '@back-office/sys/assistants/server/proposal-tables.ts';
import type {} from '@back-office/sys/bots/server/bot-tables.ts';
import type {} from '@back-office/sys/depts/server/dept-tables.ts';
import type {} from '@back-office/sys/dictionaries/server/dict-tables.ts';
import type {} from '@back-office/sys/directories/server/directory-tables.ts';
import type {} from '@back-office/sys/districts/server/district-tables.ts';
import type {} from '@back-office/sys/files/server/file-record-tables.ts';
import type {} from '@back-office/sys/functions/server/function-tables.ts';
import type {} from '@back-office/sys/home/server/tally-tables.ts';
import type {} from '@back-office/sys/linked-accounts/server/linked-account-tables.ts';
import type {} from '@back-office/sys/logs/server/log-tables.ts';
import type {} from '@back-office/sys/mail/server/mail-tables.ts';
import type {} from '@back-office/sys/notices/server/notice-tables.ts';
import type {} from '@back-office/sys/oidc/server/claim-rule-tables.ts';
import type {} from '@back-office/sys/orgs/server/org-tables.ts';
import type {} from '@back-office/sys/passkeys/server/passkey-record-tables.ts';
import type {} from '@back-office/sys/password-reset/server/reset-tables.ts';
import type {} from '@back-office/sys/recycle-bin/server/recycle-tables.ts';
import type {} from '@back-office/sys/roles/server/role-tables.ts';
import type {} from '@back-office/sys/sessions/server/online-tables.ts';
import type {} from '@back-office/sys/settings/server/setting-tables.ts';
import type {} from '@back-office/sys/sms/server/sms-tables.ts';
import type {} from '@back-office/sys/tokens/server/token-tables.ts';
import type {} from '@back-office/sys/users/server/user-tables.ts';
import type {} from '@back-office/sys/webhooks/server/webhook-tables.ts';
