import { configStore } from '../../platform/session/config-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { chosenTable } from './chosen-table.ts';
import { printTable } from './print-table.ts';

/**
 * Puts what paper needs into the page before it is printed, by the button or by Ctrl+P, and takes it out again: a heading, which
 * says what this is, who printed it and when, and lists as one table, or the rows that were chosen. Gives a function that ends it.
 */
export function preparePrint(): () => void {
  let added: HTMLElement[] = [];
  const clear = (): void => {
    for (const element of added) element.remove();
    added = [];
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
    const chosen = chosenTable.take();
    content.classList.toggle('printed-chosen', chosen !== undefined);
    if (chosen !== undefined) {
      heading.after(chosen);
      added.push(chosen);
      return;
    }
    // A record that is open beside its list is what is read: of the list nothing is printed.
    const beside = [...content.querySelectorAll('.record-beside')].find((element) => element.checkVisibility());
    for (const shown of (beside ?? content).querySelectorAll('.list-table')) {
      const table = shown.checkVisibility() ? printTable(shown) : undefined;
      if (table === undefined) continue;
      shown.before(table);
      added.push(table);
    }
  };
  addEventListener('beforeprint', prepare);
  addEventListener('afterprint', clear);
  return () => {
    clear();
    removeEventListener('beforeprint', prepare);
    removeEventListener('afterprint', clear);
  };
}

/** Whether the page is drawn light on dark, by the person's choice or the system's. */
const isDark = (): boolean => Number(/\d+/.exec(getComputedStyle(document.body).color)?.[0] ?? 0) > 128;

function headingOf(): HTMLElement {
  const app = configStore.get()?.title ?? '';
  const { userName, userAccount } = sessionStore.get();
  const heading = document.createElement('header');
  heading.className = 'print-head';
  const title = document.createElement('h1');
  title.textContent = document.title.replace(` - ${app}`, '');
  const line = document.createElement('p');
  line.textContent = `${app}　打印人：${userName}（${userAccount}）　打印时间：${new Date().toLocaleString('zh-CN', { hour12: false })}`;
  heading.append(title, line);
  return heading;
}
