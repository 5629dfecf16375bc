import type { Office } from '@back-office/contract/office/office.ts';

let opened: Office | undefined;

/** Says what is declared. Called once, before anything asks: by the window, and by each worker that asks. */
export function openOffice(office: Office): void {
  opened = office;
}

/**
 * What all modules declare, in the browser: resources, menu and rules. Call it where something is drawn or done: it throws while the
 * modules are read.
 * @example
 * const titleOf = (resource: string) => theOffice().resourceOf(resource).title;
 */
export function theOffice(): Office {
  if (opened === undefined) throw new Error('Nothing is declared yet: call openOffice first');
  return opened;
}
