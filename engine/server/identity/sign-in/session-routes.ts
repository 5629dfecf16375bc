import type { LogoutAnswer } from '@back-office/contract/calls/sign-in.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { configOf, resetsPasswords } from '../../platform/http/config-of.ts';
import { formOf } from '../../platform/http/form-of.ts';
import { ok } from '../../platform/http/ok.ts';
import { ownOrigin } from '../../platform/http/own-origin.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from '../session/session-hook.ts';
import type { Settings } from '../../platform/settings.ts';
import { clientOf } from '../attempts/client.ts';
import { isCiphertext, readLoginFields } from '../passwords/login-cipher.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { writePreviewLine } from '../session/preview-session.ts';
import { endSession } from '../session/end-sessions.ts';
import { systemIds } from '../system-ids.ts';
import type { How, Shown } from './admit-person.ts';
import { signInByDirectory } from './sign-in-by-directory.ts';
import { browserSecretOf } from './login-browser.ts';
import { redeemLoginTicket } from './login-ticket.ts';
import { isPasswordOpen } from './password-opening.ts';
import { providerSignOut } from './provider-sign-out.ts';
import { signIn } from './sign-in.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';
import { signInShapes } from './sign-in-shapes.ts';
import type { SignInMethods } from './sign-in-methods.ts';

/** POST /api/login, GET and POST /api/logout, GET /api/config (docs/wire.md "Session"). */
export function sessionRoutes(
  app: FastifyInstance,
  parts: SignInParts & { clock: () => Date },
  methods: SignInMethods,
  settings: Settings,
): void {
  app.post('/api/login', { config: { right: 'public', shape: signInShapes.login } }, async (request) => {
    const form = formOf(request);
    for (const [name, label] of [
      ['username', '账号'],
      ['password', '密码'],
    ] as const) {
      if (form[name] === undefined || form[name] === '') throw refusedField(name, `${label}不能为空`);
      if (!isCiphertext(form[name])) throw refusedField(name, `${label}未按约定加密`);
    }
    const readings = readLoginFields([String(form['username']), String(form['password'])], parts.clock());
    const { max } = limits.password;
    // No password is that long: the refusal reveals nothing about any account, and costs no hashing (docs/hardening.md A09).
    if (readings.length > 0 && readings.every(([, password = '']) => password.trim().length > max))
      throw refusedField('password', `密码不能超过 ${max} 个字符`);
    const client = clientOf(request);
    const { method = 'password', link } = form;
    if (method === 'password')
      return ok(await signIn(parts, readings, client, (person) => howOf({ parts, methods, settings }, request, person, link)));
    const way = typeof method === 'string' ? methods.way(method) : undefined;
    if (way?.directory === undefined) throw refusedField('method', '没有这种登录方式');
    return ok(await signInByDirectory(parts, { ...way, directory: way.directory }, readings, client));
  });

  app.route({
    method: ['GET', 'POST'],
    url: '/api/logout',
    // HEAD changes nothing (docs/wire.md "Session").
    exposeHeadRoute: false,
    config: { right: 'own', whileLocked: true, whilePreviewing: true, shape: signInShapes.logout },
    handler: async (request) => {
      const { sessionId, userId, userAccount, userName, preview } = signedInOf(request);
      // A preview ends alone: its person stays signed in, here and at the provider.
      const asked = { db: parts.db, methods, publicUrl: settings.publicUrl };
      const signOut = preview === undefined ? await providerSignOut(asked, request) : undefined;
      await endSession(parts.db, sessionId);
      if (preview !== undefined) return ok(await writePreviewLine(parts.db, request, preview, '退出预览'));
      await writeLoginLog(
        parts.db,
        { account: userAccount, name: userName, userId, type: '退出', status: outcomes.success, message: '退出登录' },
        clientOf(request),
      );
      return ok<LogoutAnswer | undefined>(signOut === undefined ? undefined : { signOut });
    },
  });

  const resets = resetsPasswords(app);
  app.get('/api/config', { config: { right: 'public', shape: signInShapes.config } }, () => ok(configOf(settings, methods.list, resets)));
}

interface HowParts {
  readonly parts: SignInParts;
  readonly methods: SignInMethods;
  readonly settings: Settings;
}

/** The link with an external account, if the form brings one; otherwise whether the local password is allowed at all. */
async function howOf({ parts, methods, settings }: HowParts, request: FastifyRequest, { id }: Shown, link: unknown): Promise<How> {
  const message = '登录成功';
  if (typeof link === 'string' && link !== '') {
    const origin = ownOrigin(request.raw, settings.publicUrl);
    const browser = origin === undefined ? undefined : browserSecretOf(request, origin);
    return { message, by: await redeemLoginTicket(parts.db, { ticket: link.slice(0, 100), purpose: 'link', browser }) };
  }
  if (methods.password || id === systemIds.adminUser || (await isPasswordOpen(parts.db))) return { message };
  return { message, closed: '本系统不使用本地密码登录，请选择其他登录方式' };
}
