import { type MenuEntry, sectionPath } from '@back-office/contract/office/menu.ts';
import type { Office } from '@back-office/contract/office/office.ts';

/** The pages of a menu entry: for a resource the list, a record (`:id`), its form and an empty one; otherwise a page of its own. */
export function sectionPages(office: Office, entry: MenuEntry): string[] {
  const path = sectionPath(entry);
  if ('page' in entry) return [path];
  const { operations } = office.resourceOf(entry.resource);
  const ofRecord = operations.includes('select') ? ['/view/:id'] : [];
  const ofForm = operations.includes('save') ? ['/view/:id?edit=1', '/view/new?edit=1'] : [];
  return ['/list', ...ofRecord, ...ofForm].map((ending) => `${path}${ending}`);
}
