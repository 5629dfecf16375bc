import { useEffect, useMemo } from 'react';
import { ModuleConflict } from '../../platform/office/claims.ts';
import { checkShell } from './check-shell.ts';
import { lateModules } from './late-modules.ts';
import type { WebModule } from './web-module.ts';

/**
 * Checks that these modules are compatible. Throws if the product's own are not; a company's are reported as failed, although the
 * build should already have refused them.
 */
export function useModuleCheck(modules: readonly WebModule[]): void {
  const misfit = useMemo(() => findConflict(modules), [modules]);
  const isLate = (lateModules.get()?.modules.length ?? 0) > 0;
  if (misfit !== undefined && !isLate) throw misfit;
  useEffect(() => {
    if (misfit === undefined) return;
    console.error(misfit);
    for (const { name } of lateModules.get()?.modules ?? []) lateModules.fail(name);
  }, [misfit]);
}

function findConflict(modules: readonly WebModule[]): ModuleConflict | undefined {
  // Their parts are missing, and this is reported.
  if ((lateModules.get()?.failed.length ?? 0) > 0) return undefined;
  try {
    checkShell(modules);
    return undefined;
  } catch (error) {
    if (error instanceof ModuleConflict) return error;
    throw error;
  }
}
