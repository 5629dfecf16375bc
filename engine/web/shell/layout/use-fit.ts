import { useEffect, useMemo } from 'react';
import { Misfit } from '../../platform/office/claims.ts';
import { checkShell } from '../routing/check-shell.ts';
import { lateModules } from '../routing/late-modules.ts';
import type { WebModule } from '../routing/web-module.ts';

/**
 * Sees that these modules fit together. Throws where the product itself does not; where a company's came with it they are told as
 * failed, which the build has refused before.
 */
export function useFit(modules: readonly WebModule[]): void {
  const misfit = useMemo(() => misfitOf(modules), [modules]);
  const isLate = (lateModules.there()?.modules.length ?? 0) > 0;
  if (misfit !== undefined && !isLate) throw misfit;
  useEffect(() => {
    if (misfit === undefined) return;
    console.error(misfit);
    for (const { name } of lateModules.there()?.modules ?? []) lateModules.fail(name);
  }, [misfit]);
}

function misfitOf(modules: readonly WebModule[]): Misfit | undefined {
  // What these would draw is missing, and that is told.
  if ((lateModules.there()?.failed.length ?? 0) > 0) return undefined;
  try {
    checkShell(modules);
    return undefined;
  } catch (error) {
    if (error instanceof Misfit) return error;
    throw error;
  }
}
