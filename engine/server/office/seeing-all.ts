import { dataScopes } from '@back-office/contract/data-scopes.ts';
import type { Context } from '../crud/context.ts';
import type { RoleScope } from '../identity/rights/data-scope.ts';

/** Kept, so that statements that are built for scopes are found again. */
const scopesOver = new WeakMap<Context['resources'], readonly RoleScope[]>();

/**
 * The context for what a rule reads and computes: `selectRows`, `selectLocked` and `writeAll` find the records that the person does not see too, which are
 * missing without a word otherwise, so that the rule would not hold for them. Rights, the author and the log stay the person's, and nobody is given rights
 * by it that the person lacks. Never return a record that it reads.
 * @example
 * const isLive = async (context: Context, id: string) =>
 *   (await selectLocked(seeingAll(context), agreement, id)).agreementState === states.live;
 */
export function seeingAll(context: Context): Context {
  const { user, resources } = context;
  let scopes = scopesOver.get(resources);
  if (scopes === undefined)
    scopesOver.set(
      resources,
      (scopes = [{ id: '', dataScope: dataScopes.all, resources: resources.map(({ name }) => name), reach: null }]),
    );
  return {
    ...context,
    user: { ...user, scopes, preview: undefined },
    guardEscalation: (within, resource, rows) => context.guardEscalation({ ...within, user }, resource, rows),
  };
}
