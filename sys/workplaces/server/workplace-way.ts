import { cutText } from '@back-office/contract/cut-text.ts';
import { type SignInWay, WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { Workplace } from './workplace.ts';

/** Signing in with a vendor: people are redirected to its page, and return with a one-time code. */
export function workplaceWay({ id, kind, label, issuer, mostState, pageFor, memberOf }: Workplace): SignInWay {
  return {
    id,
    kind,
    label,
    provider: {
      ...(mostState === undefined ? {} : { mostState }),
      start: async (authorization, userAgent) => pageFor(authorization, userAgent),
      finish: async (authorization, answer) => {
        const { subject, name } = await memberOf(codeIn(answer), authorization);
        return { issuer, subject, name: cutText(name, 200) };
      },
    },
  };
}

/** The single code in the callback URL; people who refused return without one. 钉钉 uses two names for it. */
function codeIn({ searchParams }: URL): string {
  const [code, another] = new Set([...searchParams.getAll('code'), ...searchParams.getAll('authCode')]);
  const error = searchParams.get('error') ?? 'access_denied';
  if (code === undefined || code === '') throw new WayRefusal(error === 'access_denied' ? 'denied' : 'wrong');
  if (another !== undefined || code.length > 1000) throw new WayRefusal('wrong');
  return code;
}
