import { office } from '@back-office/app/office.ts';
import type { Context } from '../../engine/server/crud/context.ts';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { choicesOf } from '../../sys/dictionaries/server/choices-of.ts';
import type { RoleScope } from '../../engine/server/identity/rights/data-scope.ts';

const { resourceOf, resources, rules } = office;

type User = Context['user'];
type Asker = Pick<User, 'userId' | 'userAccount' | 'userName' | 'roles' | 'rights'> & {
  /** The data scopes of their roles, each of which has grants on every resource. */
  dataScopes: readonly string[];
};

/** The context of an operation called by this person; nothing is written to the operation log. */
export function contextOf({ db }: Database, { dataScopes, ...asker }: Asker): Context {
  const everything = resources.map(({ name }) => name);
  const scopes: RoleScope[] = dataScopes.map((dataScope) => ({ id: '', dataScope, reach: null, resources: everything }));
  const user: User = {
    sessionId: '',
    secretKey: Buffer.alloc(32),
    scopes,
    rightsEpoch: 0,
    sysOrgId: null,
    preview: undefined,
    mustFirst: undefined,
    endsIn: { idle: 0 },
    ...asker,
  };
  return {
    db,
    user,
    origin: {} as Context['origin'],
    resourceOf,
    resources,
    rules,
    moduleSettings: new Map(),
    choicesOf,
    record: () => Promise.resolve(),
    guardEscalation: () => Promise.resolve(() => Promise.resolve()),
    keepDeleted: () => Promise.resolve(),
  };
}
