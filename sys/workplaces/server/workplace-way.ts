import { type SignInWay, WayRefusal } from '@back-office/server/identity/sign-in/sign-in-way.ts';
import type { Workplace } from './workplace.ts';

/** Signing in at a vendor: people are led to its page, and come back with a code that is good once. */
export function workplaceWay({ id, kind, label, issuer, mostState, pageFor, memberOf }: Workplace): SignInWay {
  return {
    id,
    kind,
    label,
    provider: {
      ...(mostState === undefined ? {} : { mostState }),
      start: async (asked, userAgent) => pageFor(asked, userAgent),
      finish: async (asked, answer) => {
        const { subject, name } = await memberOf(codeIn(answer), asked);
        return { issuer, subject, name: name.slice(0, 200) };
      },
    },
  };
}

/** The one code in an address; who says no comes back without. 钉钉 calls it by two names. */
function codeIn({ searchParams }: URL): string {
  const [code, another] = new Set([...searchParams.getAll('code'), ...searchParams.getAll('authCode')]);
  const error = searchParams.get('error') ?? 'access_denied';
  if (code === undefined || code === '') throw new WayRefusal(error === 'access_denied' ? 'denied' : 'wrong');
  if (another !== undefined || code.length > 1000) throw new WayRefusal('wrong');
  return code;
}
