import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { StartError } from '../../platform/start-error.ts';
import type { SignInWay } from '../ways/sign-in-way.ts';

/** The enabled sign-in methods, in order. */
export interface SignInMethods {
  /** The methods as everybody may see them. */
  readonly list: readonly SignInMethod[];
  /** Whether the local password is one of them; the account admin can always use it. */
  readonly password: boolean;
  readonly way: (id: string) => SignInWay | undefined;
}

const password: SignInMethod = { id: 'password', kind: 'password', label: '本地账号' };

/**
 * Sorts the sign-in methods as in LOGIN_METHODS, and omits those that it does not name; without LOGIN_METHODS the
 * password comes first, followed by every configured method. Throws a StartError for an unknown name.
 */
export function signInMethods(configured: readonly string[] | undefined, ways: readonly SignInWay[]): SignInMethods {
  const known = new Map<string, SignInMethod>([[password.id, password]]);
  for (const { id, kind, label } of ways) {
    if (!/^[a-z][a-z0-9_]*$/.test(id)) throw new StartError(`A way to sign in is named ${id}: use small letters, digits and _.`);
    if (known.has(id)) throw new StartError(`Two ways to sign in are named ${id}: give one of them another name.`);
    known.set(id, { id, kind, label });
  }
  const list = (configured ?? [...known.keys()]).map((id) => {
    const method = known.get(id);
    if (method === undefined)
      throw new StartError(`LOGIN_METHODS names ${id}, which is not set: it may name ${[...known.keys()].join(', ')}.`);
    return method;
  });
  const names = new Set(list.map(({ id }) => id));
  if (names.size < list.length) throw new StartError('LOGIN_METHODS names a way twice.');
  return { list, password: names.has(password.id), way: (id) => (names.has(id) ? ways.find((way) => way.id === id) : undefined) };
}
