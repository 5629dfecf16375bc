import { Misfit } from '@back-office/web/platform/office/claims.ts';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import { checkShell } from '@back-office/web/shell/routing/check-shell.ts';
import { openPages } from '@back-office/web/shell/routing/open-pages.ts';
import { office } from '../office.ts';
import { modules } from './modules.ts';

/**
 * Says what a page would say of the modules of the office before it draws: names that two claim or nobody has, and pages
 * that nobody draws. Undefined where they fit. Run without a page (app/loading/try-web.ts).
 */
export async function checkModules(): Promise<string | undefined> {
  openOffice(office);
  try {
    checkShell(modules);
    openPages(await Promise.all(modules.map(async ({ name, pages }) => ({ name, features: (await pages?.()) ?? [] }))));
    return undefined;
  } catch (error) {
    if (error instanceof Misfit) return error.message;
    throw error;
  }
}
