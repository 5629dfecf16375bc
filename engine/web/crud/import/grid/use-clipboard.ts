import { useApp } from '../../../platform/feedback/use-app.ts';
import { useEffect, useRef, type ClipboardEvent } from 'react';
import type { Table } from '../table/use-table.ts';
import { rangeOf, type Selection } from './selection.ts';

export interface Clipboard {
  onCopy: (event: ClipboardEvent) => void;
  onCut: (event: ClipboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/**
 * Copies and pastes ranges as spreadsheets do. The clipboard API needs the text synchronously, so the text of the selection is
 * fetched in advance; a copy before it has arrived is written a moment later, and never contains the text of the previous
 * selection.
 */
export function useClipboard({ client, state: { revision }, change }: Table, selection: Selection, busy: boolean): Clipboard {
  const { message } = useApp();
  const ready = useRef({ of: '', text: '' });
  /** A copy not yet written to the clipboard, from which a paste would still read the previous content. */
  const late = useRef<Promise<string>>(undefined);
  const range = rangeOf(selection);
  const key = JSON.stringify(range);
  const of = `${revision} ${key}`;
  useEffect(() => {
    let isCurrent = true;
    void client.ask('copy', JSON.parse(key) as typeof range).then(
      (text) => isCurrent && (ready.current = { of, text }),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [client, key, of]);

  const copy = async (event: ClipboardEvent): Promise<void> => {
    event.preventDefault();
    late.current = undefined;
    if (ready.current.of === of) {
      event.clipboardData.setData('text/plain', ready.current.text);
      return;
    }
    const text = client.ask('copy', range);
    late.current = text;
    // The asynchronous clipboard does not exist over plain http to another machine: this rejects there.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).finally(() => {
      if (late.current === text) late.current = undefined;
    });
  };
  const warnNotReady = (): void => void message.warning('内容还在读取，请再复制一次');
  const paste = (text: string): void => {
    if (text !== '' && !busy) void change('paste', { place: range.from, text });
  };
  return {
    onCopy: (event) => void copy(event).catch(warnNotReady),
    // Cells are cleared only if the copy succeeded.
    onCut: (event) => void copy(event).then(() => (busy ? undefined : change('clear', range)), warnNotReady),
    onPaste: (event) => {
      event.preventDefault();
      if (late.current === undefined) paste(event.clipboardData.getData('text/plain'));
      else void late.current.then(paste, () => undefined);
    },
  };
}
