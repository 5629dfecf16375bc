import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Context } from './context.ts';
import type { Operations } from './operations.ts';
import { selectRows } from './select.ts';
import { seesAll } from './visible.ts';
import { requireFound } from '../platform/http/refusal.ts';

declare const passed: unique symbol;

/** A result that only `next` can return: a wrap that forgets to return it does not compile. */
export type Passed<Result> = Result & { readonly [passed]: true };

/** The operations that may be wrapped. */
export const wrappable = ['guard', 'write', 'uses', 'remove', 'restore'] as const;
type Wrappable = (typeof wrappable)[number];

/** A change returns what `next` returns; the findings of `guard` and `uses` may be extended. A method, as in `Operations`. */
type Passing<Name extends Wrappable> = Name extends 'write' | 'remove'
  ? { pass(this: void, ...given: Parameters<Operations[Name]>): Promise<Passed<Awaited<ReturnType<Operations[Name]>>>> }['pass']
  : Operations[Name];

/**
 * Rules around the operations of a resource, the module's own or another's. Each wrap receives the operation and calls it: by throwing a Refusal
 * before or after, it refuses the whole change; it may pass other values on, but never fewer records. `write` serves `save`, `save-batch`, imports
 * and a resource's own saving calls; `remove` serves every way of deleting; `restore` serves the recycle bin. What a dry run should report of a rule
 * belongs in `guard`, what prevents a delete in `uses`.
 */
export type Wraps = { readonly [Name in Wrappable]?: (next: Passing<Name>) => Passing<Name> };

/** A module's wraps of one resource. */
export interface ModuleWraps {
  /** The module and its feature, such as `acme/agreements`. */
  readonly by: string;
  readonly wraps: Wraps;
}

/** The operations with every wrap around them: the first wrap is outermost, the operation itself runs last. No wrap of `remove` hears of hidden records. */
export function wrapOperations(resource: string, operations: Operations, chain: readonly ModuleWraps[]): Operations {
  const wrapped = chain.reduceRight<Operations>((inner, { by, wraps }) => {
    const place = (name: Wrappable): string => `${by} wraps ${name} of ${resource}`;
    return {
      ...inner,
      ...(wraps.guard && { guard: wrapOne(place('guard'), wraps.guard, inner.guard, holdsAll) }),
      ...(wraps.uses && { uses: wrapOne(place('uses'), wraps.uses, inner.uses, holdsAll) }),
      ...(wraps.restore && { restore: wrapOne(place('restore'), wraps.restore, inner.restore, Object.is) }),
      ...(wraps.write && { write: wrapOne(place('write'), wraps.write, inner.write as Passing<'write'>, Object.is) }),
      ...(wraps.remove && { remove: wrapOne(place('remove'), wraps.remove, inner.remove as Passing<'remove'>, Object.is) }),
    };
  }, operations);
  if (wrapped.remove === operations.remove) return wrapped;
  const remove: Operations['remove'] = async (context, of, ids) => {
    if (!seesAll(context, of)) requireFound(ids, await selectRows(context, of, ids));
    return wrapped.remove(context, of, ids);
  };
  return { ...wrapped, remove };
}

type Call<Records, Result> = (context: Context, resource: Resource, records: Records) => Promise<Result>;

/** Wraps one operation, and throws if the wrap does not call it properly: the caller's transaction is then rolled back. */
function wrapOne<Records extends Named, Result>(
  place: string,
  wrap: (next: Call<Records, Result>) => Call<Records, Result>,
  inner: Call<Records, Result>,
  isWhole: (result: Result, given: Result) => boolean,
): Call<Records, Result> {
  return async (context, resource, asked) => {
    const passedIds = new Set<string>();
    const results: Result[] = [];
    const next: Call<Records, Result> = async (within, of, records) => {
      for (const id of idsOf(records)) passedIds.add(id);
      const result = await inner(within, of, records);
      results.push(result);
      return result;
    };
    const result = await wrap(next)(context, resource, asked);
    if (results.length === 0) throw new Error(`${place} and never called it: call next, or refuse by throwing a Refusal.`);
    if (!idsOf(asked).every((id) => passedIds.has(id))) throw new Error(`${place} and left records out: hand all of them to next.`);
    if (!results.every((given) => isWhole(result, given))) throw new Error(`${place} and gives something else: return what next gave.`);
    return result;
  };
}

type Named = readonly (string | { readonly id: string })[];

const idsOf = (records: Named): string[] => records.map((record) => (typeof record === 'string' ? record : record.id));

/** Whether a list contains every element of another. */
const holdsAll = (result: unknown, given: unknown): boolean =>
  Array.isArray(result) && Array.isArray(given) && given.every((one) => result.includes(one));
