import type { Office } from '@back-office/contract/office/office.ts';

let opened: Office | undefined;

/** Registers the declarations. Called once, before anything reads them, in the window and in each worker that needs them. */
export function openOffice(office: Office): void {
  opened = office;
}

/**
 * What all modules declare, in the browser: resources, menu and rules. Call it while rendering or in a handler, not at module level:
 * it throws until the modules have been registered.
 * @example
 * const titleOf = (resource: string) => theOffice().resourceOf(resource).title;
 */
export function theOffice(): Office {
  if (opened === undefined) throw new Error('Nothing is declared yet: call openOffice first');
  return opened;
}
