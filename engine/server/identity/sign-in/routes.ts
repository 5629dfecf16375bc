import { outcomes } from '@back-office/contract/status.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { FastifyInstance } from 'fastify';
import { configOf } from '../../platform/http/config-of.ts';
import { formOf } from '../../platform/http/form-of.ts';
import { ok } from '../../platform/http/ok.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from '../session/session-hook.ts';
import type { Settings } from '../../platform/settings.ts';
import { clientOf } from '../session/client.ts';
import { isCiphertext, readLoginFields } from '../session/login-cipher.ts';
import { writeLoginLog } from '../session/login-log.ts';
import { endSession } from '../session/session-store.ts';
import { type SignInParts, signIn } from './sign-in.ts';

/** POST /api/login, GET and POST /api/logout, GET /api/config (docs/wire.md "Session"). */
export function sessionRoutes(app: FastifyInstance, parts: SignInParts & { clock: () => Date }, settings: Settings): void {
  app.post('/api/login', { config: { right: 'public' } }, async (request) => {
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
    // No password is as long: that tells nothing of any account, and costs no work on it (docs/hardening.md A09).
    if (readings.length > 0 && readings.every(([, password = '']) => password.trim().length > max))
      throw refusedField('password', `密码不能超过 ${max} 个字符`);
    return ok(await signIn(parts, readings, clientOf(request)));
  });

  app.route({
    method: ['GET', 'POST'],
    url: '/api/logout',
    // HEAD changes nothing (docs/wire.md "Session").
    exposeHeadRoute: false,
    config: { right: 'own', whileLocked: true },
    handler: async (request) => {
      const { sessionId, userId, userAccount, userName } = signedInOf(request);
      await endSession(parts.db, sessionId);
      await writeLoginLog(
        parts.db,
        { account: userAccount, name: userName, userId, type: '退出', status: outcomes.success, message: '退出登录' },
        clientOf(request),
      );
      return ok(undefined);
    },
  });

  const config = configOf(settings);
  app.get('/api/config', { config: { right: 'public' } }, () => ok(config));
}
