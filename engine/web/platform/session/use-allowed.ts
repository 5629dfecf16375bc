import { may } from '@back-office/contract/resource/permission.ts';
import { useCallback } from 'react';
import { useRights } from './use-rights.ts';

/** A permission on a resource. */
export interface NeededRight {
  readonly resource: string;
  readonly permission: string;
}

/** Returns a function that tells whether the signed-in person may see something, by the right that it needs; without one, everybody may. */
export function useAllowed(): (part: { readonly right?: NeededRight }) => boolean {
  const rights = useRights();
  return useCallback(({ right }) => right === undefined || may(rights, right.resource, right.permission), [rights]);
}
