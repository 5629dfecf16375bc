import { useEffect, useEffectEvent, useRef } from 'react';

/** Elements that can be focused with Tab. */
const reachable = 'button, a[href], iframe, video[controls], [tabindex="0"]';

/**
 * Traps the focus in the gallery while it is open, restores it afterwards, and handles its shortcuts. A focused video keeps the arrow keys for
 * itself.
 */
export function useGalleryFocus(press: (key: string) => void) {
  const dialog = useRef<HTMLDivElement>(null);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // A confirmation dialog over the gallery handles its own keys.
    const within = event.target instanceof Node && dialog.current?.contains(event.target) === true;
    if (!within && event.target !== document.body) return;
    if (event.key.startsWith('Arrow') && event.target instanceof HTMLMediaElement) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
    }
    press(event.key);
  });
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.focus();
    // In the capture phase: the same Esc must not close a drawer below.
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen, true);
    return () => {
      document.removeEventListener('keydown', listen, true);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const focusAt = (place: number) => () => {
    const all = dialog.current?.querySelectorAll<HTMLElement>(reachable);
    [...(all ?? [])].at(place)?.focus();
  };
  return { dialog, first: focusAt(0), last: focusAt(-1) };
}
