import { focusHeading } from '../../platform/keyboard/focus-heading.ts';

/** How long to wait for a list's rows, in milliseconds. */
const timeoutMs = 4_000;

/**
 * Remembers the row after those about to be removed, and returns a function that moves the focus there once they are gone: to
 * the row before, or the page's heading, if none follows. Does nothing if the focus is elsewhere by then.
 */
export function focusAfter(ids: readonly string[]): () => void {
  const removedKeys = new Set(ids);
  const keys = rowKeys();
  const last = keys.findLastIndex((key) => removedKeys.has(key));
  const next = keys.slice(last + 1).find((key) => !removedKeys.has(key)) ?? keys.slice(0, last).findLast((key) => !removedKeys.has(key));
  return () => bringFocus(next, () => rowKeys().some((key) => removedKeys.has(key)));
}

/** Moves the focus to the first of these rows once no dialog is open, unless the focus is elsewhere by then. */
export function focusRowOf(ids: readonly string[]): void {
  const changed = new Set(ids);
  bringFocus(rowKeys().find((key) => changed.has(key)));
}

function bringFocus(key: string | undefined, mustWait = (): boolean => false): void {
  const until = Date.now() + timeoutMs;
  const poll = (): void => {
    const blocked = mustWait() || document.querySelector('.ant-modal-wrap:not([style*="none"])') !== null;
    if (blocked && Date.now() < until) return void requestAnimationFrame(poll);
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement.isConnected) return;
    const row = rows().find(({ dataset }) => key !== undefined && dataset['rowKey'] === key);
    const target = row?.querySelector<HTMLElement>('.record-link') ?? row?.querySelector<HTMLElement>('a, button, input');
    if (target === null || target === undefined) focusHeading();
    else target.focus();
  };
  poll();
}

/** The rows of the visible list, or its cards on a phone. */
const rows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(':is(.ant-table-row, .list-card)[data-row-key]')].filter((row) => row.checkVisibility());

const rowKeys = (): string[] => rows().map(({ dataset }) => dataset['rowKey'] ?? '');
