import { resourceOf, resources } from '@back-office/contract/resources/all.ts';
import type { Context } from '../../server/src/crud/context.ts';
import type { Database } from '../../server/src/database/open.ts';
import { choicesOf } from '../../server/src/resources/dict.ts';
import { reachOf } from '../../server/src/session/reach.ts';

type User = Context['user'];
type Asker = Pick<User, 'userId' | 'userAccount' | 'userName' | 'roles' | 'rights'> & { scope: Partial<User['scope']> };

/** What an operation works with when this person asks; nothing is written into the operation log. */
export function contextOf({ db }: Database, { scope, ...asker }: Asker): Context {
  const user: User = {
    sessionId: '',
    secretKey: Buffer.alloc(32),
    scope: { all: false, own: false, org: false, orgAndBelow: false, customRoles: [], ...scope },
    mustFirst: undefined,
    ...asker,
  };
  return {
    db,
    user,
    reach: reachOf(user),
    origin: {} as Context['origin'],
    resourceOf,
    resources,
    choicesOf,
    record: () => Promise.resolve(),
    keepDeleted: () => Promise.resolve(),
  };
}
