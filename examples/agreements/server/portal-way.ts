import { createHash } from 'node:crypto';
import { type OtherPerson, type Services, settingsOf, type SignInWay, WayRefusal } from 'back-office/server';
import { z } from 'zod';
import { acmeSettings } from '../settings.ts';

/** What the portal says of whoever came back with a code. */
const personShape = z.object({ id: z.string().min(1).max(100), name: z.string().min(1).max(100) });

/** Signing in with the account of the company's portal; without its address and key there is no such way. */
export function portalWays(services: Services): SignInWay[] {
  const { ACME_PORTAL_URL: portal, ACME_PORTAL_KEY: key } = settingsOf(services, acmeSettings);
  if (portal === undefined || key === undefined) return [];
  const start = async ({ state, verifier, callback }: { state: string; verifier: string; callback: string }) => {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return new URL(`/authorize?${new URLSearchParams({ state, challenge, back: callback }).toString()}`, portal);
  };
  const finish = async ({ verifier }: { verifier: string }, answer: URL): Promise<OtherPerson> => {
    const code = answer.searchParams.get('code');
    if (code === null) throw new WayRefusal('denied');
    const { id, name } = await personOf(new URL('/person', portal), key, { code, verifier });
    return { issuer: portal, subject: id, name };
  };
  return [{ id: 'portal', kind: 'oidc', label: '公司门户', provider: { start, finish } }];
}

/** Asks the portal itself, never the browser, who came back. */
async function personOf(url: URL, key: string, asked: { code: string; verifier: string }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked), signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw new WayRefusal('unavailable', error);
    },
  );
  // Down, busy, or our own key refused: nobody who signs in causes these, and only `wrong` is counted against their address.
  if (answer.status >= 500 || answer.status === 429 || answer.status === 401)
    throw new WayRefusal('unavailable', new Error(`The portal answered ${answer.status}`));
  const person = answer.ok ? personShape.safeParse(await answer.json().catch(() => undefined)) : undefined;
  if (person?.data === undefined) throw new WayRefusal('wrong', person?.error ?? new Error(`The portal answered ${answer.status}`));
  return person.data;
}
