import { userStatuses, outcomes } from '@back-office/contract/status.ts';
import type { Refusal as Issues } from '@back-office/contract/envelope.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { checkRecord } from '@back-office/contract/resource/check-record.ts';
import { user } from '../../users/user.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { labelPinyin } from '@back-office/server/platform/database/pinyin.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type CallShape, nothing } from '@back-office/contract/calls/call-shape.ts';
import { formOf } from '@back-office/server/platform/http/form-of.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { checkPassword } from '@back-office/server/identity/passwords/check-password.ts';
import { isCiphertext, readLoginFields } from '@back-office/server/identity/passwords/login-cipher.ts';
import type { LoginGuard } from '@back-office/server/identity/attempts/login-guard.ts';
import { looksLikeAdmin } from '@back-office/server/identity/looks-like-admin.ts';
import { hashPassword } from '@back-office/server/identity/passwords/password.ts';

const shape = {
  body: z.object({
    userAccount: z.string(),
    userName: z.string(),
    userPhone: z.string().optional(),
    password: z.string().describe('各值可为明文，或像登录那样加密'),
  }),
  query: z.object({ day: z.string().optional().describe('加密所用的日期，YYYYMMDD，为服务器的今天、昨天或明天') }),
  written: 'application/x-www-form-urlencoded',
  data: nothing,
} satisfies CallShape;
const names = shape.body.keyof().options;

/**
 * POST /api/register (docs/wire.md "Session"): creates an account without roles that awaits approval; with REGISTRATION=open, one that may sign in.
 * Form-encoded like a sign-in, each value encrypted or plain, as the wire format allows both. An account name already taken gets the same answer
 * after the same work; administrators see it in the operation log.
 */
export function registerRoute(
  app: FastifyInstance,
  parts: { db: Kysely<Tables>; guard: LoginGuard; clock: () => Date },
  settings: Settings,
): void {
  const isOff = (): boolean => settings.registration === 'off';
  app.post('/api/register', { config: { right: 'public', shape, isOff } }, async (request) => {
    if (isOff()) throw new Refusal('notPermitted', { message: '未开放注册' });
    // Each attempt counts like a failed sign-in from the address, so that nobody can fill the table.
    await parts.guard.attemptFrom(request.ip);
    const values = await readForm(formOf(request), parts.clock(), readAs(shape.query, request.query).day);
    await insert(parts.db, values, settings.registration === 'open' ? userStatuses.enabled : userStatuses.awaiting, request);
    return ok(undefined);
  });
}

/** The form of a person who registers. */
interface Applicant {
  userAccount: string;
  userName: string;
  userPhone: string | null;
  password: string;
}

/**
 * The form by the reading of the named day. Without a day, by the first reading that keeps every rule, of today, yesterday or tomorrow, which may be a
 * wrong one: a wrong day changes the last letters of long texts. Refuses what is wrong in the first reading.
 */
async function readForm(form: Readonly<Record<string, unknown>>, now: Date, day: string | undefined): Promise<Applicant> {
  const unknown = Object.keys(form).find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw refusedField(unknown, `未知字段：${unknown.slice(0, 50)}`);
  const filledFields = names.filter((name) => form[name] !== undefined && form[name] !== '');
  const sealed = filledFields.filter((name) => isCiphertext(form[name]));
  const readings = readLoginFields(
    sealed.map((name) => String(form[name])),
    now,
    day,
  );
  const checked: { applicant: Applicant; issues: Issues['fields'] }[] = [];
  for (const reading of readings) {
    const plainTextOf = (name: string): string => reading[sealed.findIndex((one) => one === name)] ?? String(form[name]);
    const found = await checkForm(Object.fromEntries(filledFields.map((name) => [name, plainTextOf(name).trim()])));
    if (found.issues.length === 0) return found.applicant;
    checked.push(found);
  }
  throw checked[0] === undefined ? refusedField(sealed[0] ?? 'userAccount', '内容未按约定加密') : refused(checked[0].issues);
}

async function checkForm({
  password = '',
  ...rest
}: Readonly<Record<string, string>>): Promise<{ applicant: Applicant; issues: Issues['fields'] }> {
  const { values, issues } = checkRecord({ ...user, form: ['userAccount', 'userName', 'userPhone'], rules: [] }, rest, {
    whole: true,
    rules: {},
  });
  for (const name of ['userAccount', 'userName'] as const) {
    // The name `admin` itself is taken, and gets the same answer as any taken account name.
    if (textOf(values[name]).toLowerCase() === 'admin' && name === 'userAccount') continue;
    if (looksLikeAdmin(textOf(values[name])) && !issues.some(({ field }) => field === name))
      issues.push({ field: name, message: `${user.fields[name].label}不能与管理员相似` });
  }
  const { userAccount = '', userName = '', userPhone = null } = values;
  const issue = await checkPassword(password, { account: userAccount, name: userName, phone: textOf(userPhone) });
  if (issue !== undefined) issues.push({ field: 'password', message: issue });
  return { applicant: { userAccount, userName, userPhone, password }, issues };
}

async function insert(
  db: Kysely<Tables>,
  { userAccount, userName, userPhone, password }: Applicant,
  status: string,
  request: FastifyRequest,
): Promise<void> {
  const hash = await hashPassword(password);
  const pinyin = (await labelPinyin())(userName);
  const id = newId();
  await withTransaction(db, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('sys_user')
      .values({
        id,
        userAccount,
        userName,
        labelPinyin: pinyin,
        userPhone,
        userPassword: hash,
        userStatus: status,
        createUser: id,
        updateUser: id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const isNew = numInsertedOrUpdatedRows === 1n;
    await transaction
      .insertInto('sys_log_opt')
      .values({
        id: newId(),
        userAccount,
        userName,
        optModule: user.title,
        optType: '注册',
        optTarget: userAccount,
        ...(isNew ? { targetResource: user.name, targetId: id } : {}),
        optStatus: isNew ? outcomes.success : outcomes.failure,
        optMessage: isNew ? null : '账号已存在，未建立新账号',
        requestMethod: request.method,
        requestPath: '/api/register',
        optIp: request.ip,
        requestId: request.id,
      })
      .execute();
  });
}
