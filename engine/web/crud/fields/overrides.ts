import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { createContext } from 'react';
import type { FieldKit } from './field-kit.ts';
import { kitOf } from './kit-of.ts';

type Overrides = Readonly<Record<string, Partial<FieldKit>>>;

/** Parts of the kits of single fields that a page replaces, by resource and field, such as sys/function.functionIcon. */
export const FieldOverrides = createContext<Overrides>({});

/** The kit of a field: its kind's, with what the page replaces. */
export const kitWith = (overrides: Overrides, resource: Resource, name: string): FieldKit => ({
  ...kitOf(fieldOf(resource, name)),
  ...overrides[`${resource.name}.${name}`],
});
