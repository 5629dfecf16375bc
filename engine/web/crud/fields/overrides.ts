import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { createContext } from 'react';
import type { FieldKit } from './field-kit.ts';
import { kitOf } from './kit-of.ts';

type Overrides = Readonly<Record<string, Partial<FieldKit> | undefined>>;

/** Parts of the kits of single fields that a page replaces, by resource and field, such as sys/function.functionIcon. */
export const FieldOverrides = createContext<Overrides>({});

/** What a page replaces of the kits of a resource's fields, for `FieldOverrides`. */
export const overridesOf = <R extends Resource>(
  resource: R,
  kits: { readonly [Name in keyof R['fields']]?: Partial<FieldKit<R['fields'][Name], DraftOf<R>>> },
): Overrides => Object.fromEntries(Object.entries<Overrides[string]>(kits).map(([name, kit]) => [`${resource.name}.${name}`, kit]));

/** The kit of a field: its kind's, with what the page replaces. */
export const kitWith = (overrides: Overrides, resource: Resource, name: string): FieldKit => ({
  ...kitOf(fieldOf(resource, name)),
  ...overrides[`${resource.name}.${name}`],
});
