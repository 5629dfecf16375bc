import { ModuleConflict } from '@back-office/web/platform/office/claims.ts';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import { checkShell } from '@back-office/web/shell/routing/check-shell.ts';
import { openPages } from '@back-office/web/shell/routing/open-pages.ts';
import { office } from '../office.ts';
import { modules } from './modules.ts';

/**
 * Runs the page's own check of an office's modules: names that are claimed twice or unknown, and pages that no feature draws.
 * Returns the error, or undefined where they are compatible. Runs without a page (app/loading/try-web.ts).
 */
export async function checkModules(): Promise<string | undefined> {
  openOffice(office);
  try {
    checkShell(modules);
    openPages(await Promise.all(modules.map(async ({ name, pages }) => ({ name, features: (await pages?.()) ?? [] }))));
    return undefined;
  } catch (error) {
    if (error instanceof ModuleConflict) return error.message;
    throw error;
  }
}
