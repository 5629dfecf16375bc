/* `back-office/server`: the server API for a company's modules. */
import type {} from './tables.ts';

export type { Seeding, ServerModule } from '@back-office/server/office/server-module.ts';
export type { Findable, ServerFeature, Services } from '@back-office/server/office/server-feature.ts';
export type { Waiting } from '@back-office/server/office/waiting.ts';
export type { Operations, ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
export type { Passed, Wraps } from '@back-office/server/crud/wrap-operations.ts';
export type { Context } from '@back-office/server/crud/context.ts';
export type { Change } from '@back-office/server/crud/change.ts';
export { changeOf } from '@back-office/server/crud/change.ts';
export type { Checked, CheckedOf } from '@back-office/server/crud/checked.ts';

// Records: read and written like the generic calls, with rights, data scopes and the log.
export { create } from '@back-office/server/crud/create.ts';
export { inUse, readIds, remove } from '@back-office/server/crud/delete.ts';
export { conditionOf, itemsOf, readFilters } from '@back-office/server/crud/filter.ts';
export { checkAll, save, writeAll } from '@back-office/server/crud/save.ts';
export { searchCondition, searchRank } from '@back-office/server/crud/search.ts';
export { select, selectLocked, selectRows } from '@back-office/server/crud/select.ts';
export { readPage, selectPage } from '@back-office/server/crud/select-page.ts';
export { usesOf } from '@back-office/server/crud/uses-of.ts';
export { seesAll, visible } from '@back-office/server/crud/visible.ts';
export { seeingAll } from '@back-office/server/office/seeing-all.ts';
export { insertRows, updateRows } from '@back-office/server/crud/write-rows.ts';

// Calls.
export { type CallShape, nothing, recordShape } from '@back-office/contract/calls/call-shape.ts';
export { formOf } from '@back-office/server/platform/http/form-of.ts';
export { ok } from '@back-office/server/platform/http/ok.ts';
export { readAs } from '@back-office/server/platform/http/read-as.ts';
export { recordOf } from '@back-office/server/platform/http/record-of.ts';
export { conflict, Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
export { type Grant, mayCall, type Right } from '@back-office/server/platform/http/right.ts';
export { refuseKeys } from '@back-office/server/identity/api-keys/refuse-keys.ts';
export { once } from '@back-office/server/identity/session/once.ts';
export { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
export type { SignedIn } from '@back-office/server/identity/rights/signed-in.ts';
export { peopleWhoMay } from '@back-office/server/identity/rights/people-who-may.ts';
export { systemIds } from '@back-office/server/identity/system-ids.ts';

// Ways to sign in beside the password, and directories that people are synchronised from.
export type {
  AuthorizationRequest,
  DirectoryWay,
  OtherPerson,
  ProviderLogout,
  ProviderWay,
  SignInWay,
} from '@back-office/server/identity/ways/sign-in-way.ts';
export { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
export type { Directory, DirectoryContent, DirectoryDepartment, DirectoryPerson } from '@back-office/server/office/directory.ts';

// The database.
export type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
export { type ColumnsOf, declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
export { anyOf } from '@back-office/server/platform/database/any-of.ts';
export { newId } from '@back-office/server/platform/database/new-id.ts';
export { inSeconds, now, secondsAgo } from '@back-office/server/platform/database/now.ts';
export { announceEvent } from '@back-office/sys/webhooks/server/announce-event.ts';
export { escapeHtml, publishNotice } from '@back-office/sys/notices/server/publish-notice.ts';
export { insertDictionaries } from '@back-office/sys/seed/insert-dictionaries.ts';
export { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';

// Background jobs, and notifications to open pages.
export type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
export { addJob } from '@back-office/server/platform/jobs/job-store.ts';
export { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
export { defineSettings, settingsOf } from '@back-office/server/platform/module-settings.ts';
export type { ModuleSettings, Setting, SettingDeclarations, SettingValues } from '@back-office/server/platform/module-settings.ts';
export type { Settings } from '@back-office/server/platform/settings.ts';

/**
 * A company's tables; it adds them where it declares their columns:
 * @example
 * const agreementTables = { acme_agreement: declaredTable(org, { labelPinyin: 'text?' }) } as const;
 * declare module 'back-office/server' {
 *   interface OfficeTables extends TablesOf<typeof agreementTables> {}
 * }
 */
export interface OfficeTables {}

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends OfficeTables {}
}

/**
 * The columns that a company adds to our tables, by module and table, for its own statements:
 * @example
 * const hat = defineExtension({ resource: 'sys/user', fields: { acmeHat: { kind: 'text', label: '帽子', max: 9 } }, list: ['acmeHat'] });
 * declare module 'back-office/server' {
 *   interface OfficeColumns {
 *     acme: { sys_user: ColumnsOf<typeof hat> };
 *   }
 * }
 * export const hatsOf = (db: Kysely<Tables>) => db.selectFrom('sys_user').select(['userName', 'acmeHat']).execute();
 */
export interface OfficeColumns {}

declare module '@back-office/server/platform/database/table-spec.ts' {
  interface AddedColumns extends OfficeColumns {}
}
