import { sectionPath } from '@back-office/contract/office/menu.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { sectionPages } from './section-pages.ts';

interface Opened {
  /** The paths of the menu's pages and of those that everybody has. */
  readonly pages: readonly string[];
  readonly lists: number;
  readonly records: number;
  /** The paths of the view and the form of each list's first record, and of an empty form. */
  readonly forms: readonly string[];
}

/**
 * Opens every page of the office over HTTP, with each script that the page names, and the first rows of every list with
 * the record of its first row and the choices of its form. Throws with the path, at the first answer that a browser
 * would not expect.
 */
export async function openPages(office: Office, address: string, token: string): Promise<Opened> {
  const paths = pathsOf(office);
  for (const path of paths) await openPage(address, path);
  const lists = office.resources.filter(({ operations }) => operations.includes('select-page'));
  const firsts = new Map<string, string>();
  for (const { name, operations } of lists) {
    const { items } = await call(address, token, `${name}/select-page?index=0&limit=10`);
    const first = Array.isArray(items) ? recordIn(items[0])['id'] : undefined;
    if (typeof first !== 'string' || !operations.includes('select')) continue;
    await call(address, token, `${name}/select/${first}`);
    firsts.set(name, first);
  }
  for (const name of chosenFrom(office)) await call(address, token, `${name}/select-options?limit=10`);
  return { pages: paths, lists: lists.length, records: firsts.size, forms: formsOf(office, firsts) };
}

/** The resources that other forms refer to. */
function chosenFrom({ resources }: Office): Set<string> {
  const forms = resources.filter(({ operations }) => operations.includes('save'));
  return new Set(
    forms.flatMap(({ form, fields }) =>
      form.flatMap((name) => {
        const field = fields[name];
        return field !== undefined && 'to' in field ? [field.to].flat() : [];
      }),
    ),
  );
}

/** The pages of records that are drawn: for each resource in the menu the first record, if it has one, and an empty form. */
function formsOf(office: Office, firsts: ReadonlyMap<string, string>): string[] {
  const entries = office.menu.flatMap(({ sections }) => sections).filter((entry) => 'resource' in entry);
  return entries.flatMap((entry) => {
    const first = firsts.get(entry.resource);
    const pages = sectionPages(office, entry).filter((path) => path.includes('/view/'));
    return pages.filter((path) => first !== undefined || !path.includes(':id')).map((path) => path.replace(':id', first ?? ''));
  });
}

/** The paths of the menu, and of the pages that everybody has; none with a record's id or to another site. */
function pathsOf({ menu, pages }: Office): string[] {
  const sections = menu.flatMap((branch) => branch.sections.map(sectionPath));
  return ['/', ...new Set([...sections, ...pages.map(({ path }) => path)])].filter((path) => path.startsWith('/') && !path.includes(':'));
}

async function openPage(address: string, path: string): Promise<void> {
  const response = await fetch(`${address}${path}`, { headers: { accept: 'text/html' } });
  const page = await response.text();
  if (!response.ok || !page.includes('id="root"')) throw new Error(`${path} answered ${response.status}: ${page.slice(0, 200)}`);
  if (path !== '/') return;
  for (const [, file = ''] of page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
    const { ok, status } = await fetch(`${address}${file}`, { method: 'HEAD' });
    if (!ok) throw new Error(`${file} answered ${status}`);
  }
}

async function call(address: string, token: string, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/api/${path}`, { headers: { authorization: token } });
  const { code, message, data } = recordIn(await response.json());
  if (code !== 20000) throw new Error(`/api/${path} answered ${String(code)} ${String(message)}`);
  return recordIn(data);
}
