import type { Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { Context } from '@back-office/server/crud/context.ts';

/**
 * Gives what makes of a resource, as a call of its own takes it with its own form, rules and data scope, the same with the fields that
 * modules add to it: what modules put around its operations may write them. The same object each time, since statements are kept for it.
 */
export function extendedAs<R extends Resource>(declared: R): (context: Pick<Context, 'resourceOf'>) => WithFieldsOf<R> {
  const extended = new WeakMap<Resource, WithFieldsOf<R>>();
  return ({ resourceOf }) => {
    const whole = resourceOf(declared.name);
    const known = extended.get(whole) ?? { ...declared, fields: { ...whole.fields, ...declared.fields } };
    extended.set(whole, known);
    return known;
  };
}
