/*
 * What every folder of the server adds: its tables to `Tables`, and what it hangs on Fastify's server and requests, for a
 * compiler that reads a company's folder alone and sees only what is imported.
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
import type {} from '@back-office/sys/home/server/tally-tables.ts';
import type {} from '@back-office/sys/mail/server/mail-tables.ts';
import type {} from '@back-office/sys/notices/server/notice-tables.ts';
import type {} from '@back-office/sys/password-reset/server/reset-tables.ts';
import type {} from '@back-office/sys/settings/server/setting-tables.ts';
import type {} from '@back-office/sys/shared/server/resource-tables.ts';
import type {} from '@back-office/sys/sms/server/sms-tables.ts';
