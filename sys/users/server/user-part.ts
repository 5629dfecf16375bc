import { userStatuses } from '@back-office/contract/status.ts';
import type { RolesAnswer } from '@back-office/contract/calls/login.ts';
import type { Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { SavedOf } from '@back-office/contract/resource/row.ts';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { type Hashed, writeAll } from '@back-office/server/crud/save.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { refusedRows } from '@back-office/server/platform/http/refusal.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { hashRandomPassword, randomPassword } from '@back-office/server/identity/passwords/password.ts';
import { endRoleless } from '@back-office/server/identity/session/end-roleless.ts';
import { endSessionsOf } from '@back-office/server/identity/session/end-sessions.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { tellOfReset } from '../../shared/server/tell-of-reset.ts';
import { functionTreeOf } from '../../functions/server/function-tree-of.ts';
import { profileRoutes } from './profile-routes.ts';
import { selectRightsRoute } from './select-rights-route.ts';
import { approvalRoutes } from './approval-routes.ts';
import { formerPasswordIssues, guardUserDelete, guardUsers, userIssues, type UserRow } from './user-guard.ts';
import { resetBy, resetPasswordRoute } from './reset-password-route.ts';
import { resetTwoFactorRoute } from './reset-two-factor-route.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { user } from '../user.ts';
import { userShapes } from './user-shapes.ts';

/** Users: passwords, sessions ended by changes, and the calls on the user's own account (docs/wire.md "Specific calls"). */
export const userPart = (services: Services): ResourcePart => ({
  operations: {
    guard: async (context, _resource, checked: readonly UserRow[]) => {
      const issues = await userIssues(context, checked);
      if (issues.length === 0) await guardUsers(context, checked);
      return issues;
    },
    write: async (context, resource: WithFieldsOf<typeof user>, checked: readonly UserRow[]) => {
      const rows = await writeUsers(context, resource, checked);
      await tellOfTyped(services, context, typedFor(checked.filter(({ current }) => current !== undefined)));
      return rows;
    },
    remove: removeUsers,
  },
  routes: (app: FastifyInstance, parts, { write }) => {
    app.get('/api/sys/user/select-roles', { config: { right: 'session', keys: true, shape: userShapes.selectRoles } }, async (request) => {
      const functions = await functionTreeOf(parts.urgent, parts, signedInOf(request));
      const answer: RolesAnswer = { roles: [...signedInOf(request).roles], functions };
      return ok(answer);
    });
    profileRoutes(app, parts);
    approvalRoutes(app, parts, write);
    resetTwoFactorRoute(app, parts);
    resetPasswordRoute(app, parts, services);
    selectRightsRoute(app, parts);
  },
});

/** Tells people whose password was changed, in other words if they did so themselves. */
async function tellOfTyped(services: Services, { db, user, origin }: Context, people: readonly string[]): Promise<void> {
  const others = people.filter((id) => id !== user.userId);
  await tellOfReset(services, db, others, resetBy(user.userAccount));
  if (people.includes(user.userId)) await tellOfReset(services, db, [user.userId], `在用户管理中由您的账号修改（来自 ${origin.ip}）`);
}

/** Whose passwords were typed. */
const typedFor = (rows: readonly UserRow[]): string[] =>
  rows.filter(({ values }) => typeof values.userPassword === 'string').map(({ id }) => id);

/**
 * Writes users. A new one without a password gets a one-time password, which only this answer contains, as `oneTimePassword`. A new password or
 * another status ends the sessions of the people concerned, in the same transaction.
 */
async function writeUsers(
  context: Context,
  resource: WithFieldsOf<typeof user>,
  checked: readonly UserRow[],
): Promise<SavedOf<typeof user>[]> {
  const issues = await userIssues(context, checked);
  if (issues.length > 0) throw refusedRows(issues, checked);
  await guardUsers(context, checked);
  const former = await formerPasswordIssues(context, checked);
  if (former.length > 0) throw refusedRows(former, checked);
  const oneTime = new Map<string, string>();
  const complete = checked.map((row) => {
    if (row.current !== undefined || typeof row.values.userPassword === 'string') return row;
    const password = randomPassword();
    oneTime.set(row.id, password);
    const hashed: Hashed = { hash: hashRandomPassword(password) };
    return { ...row, values: { ...row.values, userPassword: hashed } };
  });
  const rows = await writeAll(context, resource, complete);
  await markPasswords(context, checked);
  await endTheirSessions(context, checked);
  return rows.map((row) => {
    const oneTimePassword = oneTime.get(row.id);
    return oneTimePassword === undefined ? row : { ...row, oneTimePassword };
  });
}

/** Marks typed passwords; generated ones are marked when inserted (migrations 0035 and 0191). */
async function markPasswords(context: Context, written: readonly UserRow[]): Promise<void> {
  const typed = typedFor(written);
  if (typed.length === 0) return;
  await context.db
    .updateTable('sys_user')
    .set((eb) => ({
      passwordTime: now,
      passwordOnce: false,
      passwordGiven: eb('id', '!=', context.user.userId).$castTo<boolean>(),
      passwordGiver: sql<string | null>`nullif(${context.user.userId}::uuid, id)`,
    }))
    .where('id', '=', anyOf(typed))
    .execute();
}

async function endTheirSessions(context: Context, checked: readonly UserRow[]): Promise<void> {
  const stored = checked.filter(({ current }) => current !== undefined);
  const disabled = stored
    .filter(({ values }) => values.userStatus !== undefined && values.userStatus !== userStatuses.enabled)
    .map(({ id }) => id);
  const reset = typedFor(stored);
  if (disabled.length > 0) await endSessionsOf(context.db, disabled, '账号已被停用');
  if (reset.length > 0) await endSessionsOf(context.db, reset, '密码已被重置，请重新登录', context.user.sessionId);
  if (reset.includes(context.user.userId)) await keepOwnSession(context);
  const parted = stored.filter(({ values, current }) => values.sysRoleIds !== undefined && (current?.sysRoleIds.length ?? 0) > 0);
  await endRoleless(
    context.db,
    parted.map(({ id }) => id),
  );
}

/** A person who sets their own password keeps the session in which they do so. */
async function keepOwnSession({ db, user: { sessionId } }: Context): Promise<void> {
  await db
    .updateTable('sys_session as s')
    .from('sys_user as u')
    .set((eb) => ({ passwordTime: eb.ref('u.passwordTime') }))
    .whereRef('u.id', '=', 's.sysUserId')
    .where('s.id', '=', sessionId)
    .execute();
}

async function removeUsers(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  guardUserDelete(context, await selectRows(context, user, ids));
  await remove(context, resource, ids);
  await endSessionsOf(context.db, ids, '账号已被删除');
}
