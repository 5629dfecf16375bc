import { recordIn } from '@back-office/contract/record-in.ts';
import type { SignInRefusal } from '@back-office/contract/calls/sign-in.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '../../platform/http/ok.ts';
import { ownOrigin } from '../../platform/http/own-origin.ts';
import { Refusal, refusedField } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { clientOf } from '../attempts/client.ts';
import type { LoginGuard } from '../attempts/login-guard.ts';
import { readClock } from '../ways/provider-logouts.ts';
import { browserSecretOf, ensureBrowserSecret } from './login-browser.ts';
import { localPath } from './local-path.ts';
import { signInByProvider } from './sign-in-by-provider.ts';
import { authorizationRequestOf, makeState, readState } from './login-state.ts';
import { issueLoginTicket, markTokenUsed, redeemLoginTicket } from './login-ticket.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';
import { signInShapes } from './sign-in-shapes.ts';
import type { SignInMethods } from './sign-in-methods.ts';
import { type ProviderWay, type SignInWay, WayRefusal } from '../ways/sign-in-way.ts';

type Named = { Params: { id: string } };

/** Open to everybody if any method redirects to a provider. */
const openWhile = (methods: SignInMethods) => (shape: CallShape) => {
  const isOff = (): boolean => !methods.list.some(({ id }) => methods.way(id)?.provider !== undefined);
  // HEAD changes nothing (docs/wire.md "Session"): it would use up the provider's answer.
  return { exposeHeadRoute: false, config: { right: 'public', shape, isOff } } as const;
};

/** The redirects to a provider and back, and the sign-in that follows (docs/wire.md "Other ways to sign in"). */
export function wayRoutes(app: FastifyInstance, parts: SignInParts, methods: SignInMethods, settings: Settings): void {
  const { db, guard } = parts;
  const open = openWhile(methods);
  const originOf = (request: FastifyRequest): string => {
    const origin = ownOrigin(request.raw, settings.publicUrl);
    if (origin !== undefined) return origin;
    throw new Refusal('unavailable', { message: '服务器没有设置 PUBLIC_URL，无法使用这种登录方式' });
  };

  app.get<Named>('/api/login/:id/start', open(signInShapes.start), async (request, reply) => {
    const { id, provider } = providerOf(methods, request.params.id);
    const origin = originOf(request);
    const trip = { way: id, origin, browser: ensureBrowserSecret(request, reply, origin) };
    const redirect = localPath(recordIn(request.query).redirect) ?? '';
    const authorization = authorizationRequestOf(trip, makeState(trip, redirect, provider.mostState));
    return redirectOrRefuse(reply, redirect, async () => (await provider.start(authorization, request.headers['user-agent'] ?? '')).href);
  });

  app.get<Named>('/api/login/:id/callback', open(signInShapes.callback), async (request, reply) => {
    const { id: way, provider } = providerOf(methods, request.params.id);
    const origin = originOf(request);
    const browser = browserSecretOf(request, origin);
    const { state } = recordIn(request.query);
    const trip = browser === undefined ? undefined : { way, origin, browser };
    const redirect = typeof state === 'string' && trip !== undefined ? readState(trip, state) : undefined;
    if (redirect === undefined || typeof state !== 'string' || trip === undefined) return reply.redirect(refusedAt('over', ''));
    return redirectOrRefuse(reply, redirect, async () => {
      if ((await guard.askAnswers(request.ip)) === 'failing') throw new WayRefusal('unavailable', tooManyFailures);
      // Before the provider is called: each state costs it one call, whoever repeats it.
      if ((await markTokenUsed(db, `state ${state}`)) === undefined) return refusedAt('over', redirect);
      const askedAt = await readClock(db);
      const asked = authorizationRequestOf(trip, state);
      const person = await countingFailures(guard, request.ip, () => provider.finish(asked, new URL(request.raw.url ?? '', origin)));
      const by = { ...person, way, askedAt };
      return pageAt({ ticket: await issueLoginTicket(db, { purpose: 'enter', by, browser: trip.browser }) }, redirect);
    });
  });

  app.post('/api/login/ticket', open(signInShapes.ticket), async (request) => {
    const { ticket } = recordIn(request.body);
    if (typeof ticket !== 'string' || ticket === '') throw refusedField('ticket', '缺少登录凭据');
    const origin = ownOrigin(request.raw, settings.publicUrl);
    const browser = origin === undefined ? undefined : browserSecretOf(request, origin);
    const by = await redeemLoginTicket(db, { ticket: ticket.slice(0, 100), purpose: 'enter', browser });
    const way = methods.way(by.way);
    if (way === undefined) throw new Refusal('gone', { message: '这种登录方式已关闭' });
    return ok(await signInByProvider(parts, by, { label: way.label, browser, client: clientOf(request) }));
  });
}

/** Redirects on, or back to the sign-in page with the reason; the details go to the operator's log. */
async function redirectOrRefuse(reply: FastifyReply, redirect: string, next: () => Promise<string>): Promise<FastifyReply> {
  try {
    return await reply.redirect(await next());
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'tooMany') return reply.redirect(refusedAt('many', redirect));
    if (!(error instanceof WayRefusal)) throw error;
    reply.log.warn({ reason: error.reason }, error.message);
    return reply.redirect(refusedAt(error.why, redirect));
  }
}

const tooManyFailures = new Error(
  'The provider failed at thirty answers of this address within a minute: it is not asked for the rest of it',
);

/**
 * Counts an answer that the provider does not confirm as a failure of the address. One at which the provider fails counts apart: it may fail at wrong
 * codes alone, and while it fails at all, nobody is told that they tried too often.
 */
async function countingFailures<Done>(guard: LoginGuard, ip: string, finish: () => Promise<Done>): Promise<Done> {
  try {
    return await finish();
  } catch (error) {
    if (error instanceof WayRefusal && error.why !== 'denied') await guard.countAnswer(ip, error.why);
    throw error;
  }
}

function providerOf(methods: SignInMethods, id: string): SignInWay & { provider: ProviderWay } {
  const way = methods.way(id);
  if (way?.provider === undefined) throw new Refusal('noSuchCall');
  return { ...way, provider: way.provider };
}

const refusedAt = (why: SignInRefusal, redirect: string): string => pageAt({ refused: why }, redirect);

const pageAt = (what: Record<string, string>, redirect: string): string =>
  `/login?${new URLSearchParams({ ...what, ...(redirect === '' ? {} : { redirect }) }).toString()}`;
