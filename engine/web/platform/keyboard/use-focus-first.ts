import { useEffect, useRef } from 'react';

/**
 * Focuses the first editable field of the form with this id, once, if `wanted`. Not if the person is typing elsewhere, nor on touch
 * devices, where it would open the keyboard. Not for a new record: leaving an empty required field would show its error.
 */
export function useFocusFirst(id: string, wanted: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !wanted) return;
    done.current = true;
    if (document.activeElement?.matches('input, textarea, [contenteditable=true]') === true || matchMedia('(pointer: coarse)').matches)
      return;
    const fields = 'input:enabled:not([type=file]), textarea:enabled, [contenteditable=true]';
    document.getElementById(id)?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
  }, [id, wanted]);
}
