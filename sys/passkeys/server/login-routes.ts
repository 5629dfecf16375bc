import type { FastifyInstance } from 'fastify';
import { clientOf } from '@back-office/server/identity/session/client.ts';
import { askPasskeyOf, type SecondFactorParts } from '@back-office/server/identity/two-factor/second-factor.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { requirePasskeys } from './require-passkeys.ts';

const open = { config: { right: 'public' } } as const;

/** Signing in with a passkey: as the second step, with the ticket of the first. */
export function passkeyLoginRoutes(app: FastifyInstance, parts: SecondFactorParts): void {
  app.post('/api/login/passkey/start', open, async (request) => {
    const passkeys = requirePasskeys(parts);
    const { ticket } = recordOf(request.body);
    if (typeof ticket !== 'string' || ticket === '') throw refusedField('ticket', '缺少登录凭据');
    return ok(await askPasskeyOf(parts, passkeys, ticket.slice(0, 100), clientOf(request)));
  });
}
