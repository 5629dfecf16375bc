import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Returns the focus when the record with this id closes: to the element that opened it, or to the row of the record reached by stepping.
 * The function returned is to be called with the id of each record that is opened.
 */
export function useFocusBack(id: string | undefined): (opening: string) => void {
  const opener = useRef<{ element: Element | null; id: string }>(undefined);
  const last = useRef(id);
  const restoreFocus = useEffectEvent((gone: string) => {
    const { element, id: first } = opener.current ?? { element: null, id: '' };
    opener.current = undefined;
    // The focus is already where the person clicked.
    if (document.activeElement !== document.body && !isInRecord(document.activeElement)) return;
    const link = document.querySelector(`[data-record="${CSS.escape(gone)}"]`);
    const target = first === gone && element?.isConnected === true ? element : (link ?? element);
    if (target instanceof HTMLElement) target.focus();
  });
  useEffect(() => {
    if (last.current !== undefined && id === undefined) restoreFocus(last.current);
    last.current = id;
  }, [id]);
  return (opening) => {
    if (id === undefined) opener.current = { element: document.activeElement, id: opening };
  };
}

const isInRecord = (element: Element | null): boolean => (element?.closest('.record-beside') ?? null) !== null;
