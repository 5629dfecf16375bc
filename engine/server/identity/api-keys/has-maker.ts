import { userStatuses } from '@back-office/contract/status.ts';

/**
 * SQL: whoever made the API key, a row of `sys_token` by this alias, or handed it to another owner, may still sign in, since they know it
 * (docs/decisions/0072-api-keys.md). A key that nobody made in person is its owner's alone.
 */
export const hasMaker = (key: string): string =>
  `((${key}.create_user IS NULL OR EXISTS (SELECT FROM sys_user m WHERE m.id = ${key}.create_user AND m.user_status = '${userStatuses.enabled}')) ` +
  `AND NOT EXISTS (SELECT FROM unnest(${key}.assigned_by) a WHERE NOT EXISTS (SELECT FROM sys_user m WHERE m.id = a AND m.user_status = '${userStatuses.enabled}')))`;
