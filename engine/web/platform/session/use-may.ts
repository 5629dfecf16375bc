import { may } from '@back-office/contract/resource/permission.ts';
import { useCallback } from 'react';
import { useRights } from './use-rights.ts';

/**
 * Returns a function that tells whether the signed-in person has a permission on the resource.
 * @example
 * export function Count() {
 *   const may = useMay('sys/org');
 *   return may('edit') ? <b>可以修改</b> : null;
 * }
 */
export function useMay(resource: string): (permission: string) => boolean {
  const rights = useRights();
  return useCallback((permission: string) => may(rights, resource, permission), [rights, resource]);
}
