/*
 * The tables that every folder of the server adds to `Tables`, for a compiler that reads a company's folder alone and sees only
 * what is imported.
 */
import type {} from '@back-office/server/crud/export/export-tables.ts';
import type {} from '@back-office/server/crud/import/import-tables.ts';
import type {} from '@back-office/server/files/file-tables.ts';
import type {} from '@back-office/server/identity/preferences/preference-tables.ts';
import type {} from '@back-office/server/identity/session/session-tables.ts';
import type {} from '@back-office/server/identity/two-factor/two-factor-tables.ts';
import type {} from '@back-office/server/platform/http/http-tables.ts';
import type {} from '@back-office/server/platform/jobs/job-tables.ts';
import type {} from '@back-office/server/platform/live/live-tables.ts';
import type {} from '@back-office/sys/home/server/tally-tables.ts';
import type {} from '@back-office/sys/notices/server/notice-tables.ts';
import type {} from '@back-office/sys/shared/server/resource-tables.ts';
import type {} from '@back-office/sys/sms/server/sms-tables.ts';
