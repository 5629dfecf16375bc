import { useEffect, useRef, type ClipboardEvent } from 'react';
import type { Table } from '../use-table.ts';
import { rangeOf, type Selection } from './selection.ts';

interface Clipboard {
  onCopy: (event: ClipboardEvent) => void;
  onCut: (event: ClipboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** Copies and pastes ranges as spreadsheets do. A copy must be at hand when it is asked for, so the chosen cells' text is fetched beforehand. */
export function useClipboard({ client, state: { revision }, change }: Table, selection: Selection, busy: boolean): Clipboard {
  const text = useRef('');
  const range = rangeOf(selection);
  const key = JSON.stringify(range);
  useEffect(() => {
    let wanted = true;
    void client.ask('copy', JSON.parse(key) as typeof range).then(
      (copied) => wanted && (text.current = copied),
      () => undefined,
    );
    return () => void (wanted = false);
  }, [client, key, revision]);
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', text.current);
  };
  return {
    onCopy,
    onCut: (event) => {
      onCopy(event);
      if (!busy) void change('clear', range);
    },
    onPaste: (event) => {
      event.preventDefault();
      const pasted = event.clipboardData.getData('text/plain');
      if (pasted !== '' && !busy) void change('paste', { place: range.from, text: pasted });
    },
  };
}
