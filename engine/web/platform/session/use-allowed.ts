import { may } from '@back-office/contract/resource/permission.ts';
import { useCallback } from 'react';
import { useRights } from './use-rights.ts';

/** A permission on a resource. */
export interface NeededRight {
  readonly resource: string;
  readonly permission: string;
}

/** Gives the question whether the signed-in person may see something, by the right that it needs; what needs none all may. */
export function useAllowed(): (part: { readonly right?: NeededRight }) => boolean {
  const rights = useRights();
  return useCallback(({ right }) => right === undefined || may(rights, right.resource, right.permission), [rights]);
}
