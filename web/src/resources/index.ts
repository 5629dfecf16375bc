import { resourceOf } from '@back-office/contract/resources/all.ts';
import type { ComponentType } from 'react';
import { setResourceLookup } from '../fields/resource-lookup.ts';

setResourceLookup(resourceOf);

/** Pages that differ from the pattern, by component key such as sys/role/view. */
export const pageOverrides: Readonly<Record<string, ComponentType>> = {};
