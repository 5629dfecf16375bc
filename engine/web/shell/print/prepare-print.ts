import { grouped } from '@back-office/contract/resource/grouped.ts';
import { listOnScreen } from '../../crud/lists/list-on-screen.ts';
import { shownRows } from '../../crud/lists/shown-rows.ts';
import { configStore } from '../../platform/session/config-store.ts';
import { serverTime } from '../../platform/session/server-time.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { chosenTable } from './chosen-table.ts';
import { printTable } from './print-table.ts';

/**
 * Prepares the page before it is printed, by the button or by Ctrl+P, and restores it afterwards: adds a heading with the page's name, who printed it
 * and when, shows whole what scrolls, and renders lists as a single table, or the chosen rows. Returns a function that stops this.
 */
export function preparePrint(): () => void {
  let added: HTMLElement[] = [];
  let scrolling: Element[] = [];
  const clear = (): void => {
    for (const element of added) element.remove();
    for (const element of scrolling) element.removeAttribute(printedWhole);
    added = [];
    scrolling = [];
    document.getElementById('content')?.classList.remove('printed-dark', 'printed-chosen');
  };
  const prepare = (): void => {
    clear();
    const content = document.getElementById('content');
    if (content === null) return;
    const heading = headingOf();
    content.prepend(heading);
    content.classList.toggle('printed-dark', isDark());
    added.push(heading);
    const chosen = chosenTable.consume();
    content.classList.toggle('printed-chosen', chosen !== undefined);
    if (chosen !== undefined) {
      heading.after(chosen);
      added.push(chosen);
      return;
    }
    const printed = openRecord() ?? content;
    scrolling = scrollingIn(printed);
    for (const element of scrolling) element.setAttribute(printedWhole, '');
    const tables = putTables(printed);
    if (openRecord() === undefined) heading.append(...lackOf(tables));
    added.push(...tables);
    const record = copyOfRecord();
    content.classList.toggle('printed-chosen', record !== undefined);
    if (record === undefined) return;
    heading.after(record);
    added.push(record);
  };
  addEventListener('beforeprint', prepare);
  addEventListener('afterprint', clear);
  return () => {
    clear();
    removeEventListener('beforeprint', prepare);
    removeEventListener('afterprint', clear);
  };
}

/** Marks what scrolls on screen and does not on paper. */
const printedWhole = 'data-printed-whole';

/** What scrolls, but for lists, which are printed as tables of their own. */
const scrollingIn = (printed: Element): Element[] =>
  [...printed.querySelectorAll(':not(.list-table, .list-table *)')].filter((element) =>
    /auto|scroll/.test(getComputedStyle(element).overflow),
  );

/** The record open beside or over its list: only the record is printed, not the list. */
const openRecord = (): Element | undefined =>
  [...document.querySelectorAll('#content .record-beside, .record-over .ant-drawer-body')].find((element) => element.checkVisibility());

/** A copy of it, as wide as paper: the page itself would reflow it elsewhere meanwhile. */
function copyOfRecord(): HTMLElement | undefined {
  const record = openRecord();
  if (record === undefined) return undefined;
  const copy = document.createElement('section');
  copy.className = 'print-record';
  for (const part of record.children) if (part.tagName !== 'HEADER') copy.append(part.cloneNode(true));
  return copy;
}

/** Inserts a single table before each list within the element. */
function putTables(within: Element): HTMLElement[] {
  return [...within.querySelectorAll('.list-table')].flatMap((shown) => {
    const table = shown.checkVisibility() ? printTable(shown) : undefined;
    if (table !== undefined) shown.before(table);
    return table ?? [];
  });
}

/** Says that rows are missing, where the browser's own menu prints a list that renders only a part of them. */
function lackOf(tables: readonly HTMLElement[]): HTMLElement[] {
  const list = listOnScreen.get();
  const shown = list === undefined ? 0 : shownRows(list).length;
  const printed = tables[0]?.querySelectorAll('tbody tr').length ?? shown;
  if (printed >= shown) return [];
  const line = document.createElement('p');
  line.textContent = `只打印了 ${grouped(shown)} 条中的 ${grouped(printed)} 条，用页面上的“打印”可以打印全部`;
  return [line];
}

/** Whether the page is dark, by the person's choice or the system's. */
const isDark = (): boolean => Number(/\d+/.exec(getComputedStyle(document.body).color)?.[0] ?? 0) > 128;

function headingOf(): HTMLElement {
  const app = configStore.get()?.title ?? '';
  const { userName, userAccount } = sessionStore.get();
  const heading = document.createElement('header');
  heading.className = 'print-head';
  const title = document.createElement('h1');
  title.textContent = document.title.replace(` - ${app}`, '');
  const line = document.createElement('p');
  line.textContent = `${app}　打印人：${userName}（${userAccount}）　打印时间：${serverTime()}`;
  heading.append(title, line);
  return heading;
}
