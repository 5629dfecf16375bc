/*
 * `back-office/contract`: the declarations for both sides of a company's module. Data and pure functions, without the DOM
 * or Node.
 */
export { sys } from '@back-office/sys/module.ts';
export { dept } from '@back-office/sys/depts/dept.ts';
export { district } from '@back-office/sys/districts/district.ts';
export { msg } from '@back-office/sys/notices/msg.ts';
export { org } from '@back-office/sys/orgs/org.ts';
export { role } from '@back-office/sys/roles/role.ts';
export { user } from '@back-office/sys/users/user.ts';

export type { Feature } from '@back-office/contract/office/feature.ts';
export { leaveOut } from '@back-office/contract/office/leave-out.ts';
export type { MenuEntry, MenuGroup, MenuPage, MenuSection } from '@back-office/contract/office/menu.ts';
export type { MenuIconName } from '@back-office/contract/office/menu-icon-name.ts';
export type { Module } from '@back-office/contract/office/module.ts';
export type { RouteMeta, RouteRecord } from '@back-office/contract/office/route-record.ts';

export { defineResource } from '@back-office/contract/resource/define-resource.ts';
export { defineEvents } from '@back-office/contract/office/own-events.ts';
export { defineExtension } from '@back-office/contract/resource/extension.ts';
export type { Extension } from '@back-office/contract/resource/extension.ts';
export { fieldOf } from '@back-office/contract/resource/resource.ts';
export type { Operation, Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
export type { Field, Fields, OwnShape } from '@back-office/contract/resource/field.ts';
export type { AnyRow, DraftOf, RecordOf, RowOf, SavedOf } from '@back-office/contract/resource/row.ts';
export type { Rules } from '@back-office/contract/resource/rules.ts';
export type { Issue } from '@back-office/contract/resource/issue.ts';
export { checkRecord, checkValue } from '@back-office/contract/resource/check-record.ts';
export { isId } from '@back-office/contract/resource/field-schema.ts';
export { isPlainText } from '@back-office/contract/resource/plain-text.ts';
export { may, standardPermissions } from '@back-office/contract/resource/permission.ts';
export { textOf } from '@back-office/contract/resource/text-of.ts';
export { typedText } from '@back-office/contract/resource/typed-text.ts';

export { limits } from '@back-office/contract/limits.ts';
export { enabledOrNot, statuses } from '@back-office/contract/status.ts';
export type { FileRecord } from '@back-office/contract/calls/file.ts';
export type { PageAnswer } from '@back-office/contract/calls/page.ts';
export type { Found, FoundGroup } from '@back-office/contract/calls/search.ts';
