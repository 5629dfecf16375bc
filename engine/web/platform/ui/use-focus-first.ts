import { useEffect, useRef } from 'react';

/**
 * Puts the focus into the first field of the form with that id that can be typed into, once, where that is `wanted`: whoever writes
 * elsewhere goes on there, and a finger would be given a keyboard. Not for a new record: an empty field that is left says what it lacks.
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
