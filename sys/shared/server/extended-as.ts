import type { Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { Context } from '@back-office/server/crud/context.ts';

/**
 * Given a resource with its own form, rules and data scope for a special call, returns a function that adds the fields that modules declare, as
 * modules' wrappers around its operations may write them. Returns the same object each time, since statements are cached by it.
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
