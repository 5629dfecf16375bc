import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import '../ui/plain.css';

/** Position of a popup: at a point, below an element and aligned with its start or end, or beside it. */
export type PopupPlace = { x: number; y: number } | { below: Element } | { under: Element } | { beside: Element };

interface Props extends ComponentProps<'div'> {
  place: PopupPlace;
  /** `focus` is false if the person has already focused something else. */
  onClose: (focus: boolean) => void;
}

/**
 * A box over everything else, within the window; closed by Escape, a press elsewhere or resizing the window.
 * @example
 * export const Lines = ({ button, close, children }: { button: Element; close: () => void; children: ReactNode }) => (
 *   <Popup place={{ below: button }} onClose={close} role="dialog" aria-label="合同明细">
 *     {children}
 *   </Popup>
 * );
 */
export function Popup({ place, onClose, children, className = '', ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const anchor = anchorOf(place);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const position = (): void => {
      const { left, top } = cornerOf(place, element.getBoundingClientRect());
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      element.style.visibility = 'visible';
    };
    position();
    // Its content may load later.
    const watch = new ResizeObserver(position);
    watch.observe(element);
    return () => watch.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- it keeps the position where it opened
  }, []);
  useEffect(() => {
    const press = (event: PointerEvent): void => {
      const at = event.target instanceof Node ? event.target : null;
      // A press of its opener closes it anyway.
      if (box.current?.contains(at) !== true && anchor?.contains(at) !== true) close(false);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close(true);
    };
    const resize = (): void => close(false);
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', key);
    addEventListener('resize', resize);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', key);
      removeEventListener('resize', resize);
    };
  }, [anchor]);

  return createPortal(
    <div {...rest} ref={box} className={`popup ${className}`}>
      {children}
    </div>,
    document.body,
  );
}

const anchorOf = (place: PopupPlace): Element | null =>
  'below' in place ? place.below : 'under' in place ? place.under : 'beside' in place ? place.beside : null;

const gap = 6;
const edge = 8;

/** The upper left corner: as close to the wanted place as possible, but never outside the window. */
function cornerOf(place: PopupPlace, { width, height }: DOMRect): { left: number; top: number } {
  let wanted: { left: number; top: number };
  if ('x' in place) wanted = { left: place.x, top: place.y };
  else if ('below' in place) {
    const { right, bottom } = place.below.getBoundingClientRect();
    wanted = { left: right - width, top: bottom + gap };
  } else if ('under' in place) {
    const { left, bottom } = place.under.getBoundingClientRect();
    wanted = { left, top: bottom + gap };
  } else {
    const { right, top } = place.beside.getBoundingClientRect();
    wanted = { left: right, top };
  }
  const clamp = (value: number, size: number, room: number): number => Math.max(edge, Math.min(value, room - size - edge));
  // Without the scrollbar's gutter, which is reserved even if there is no scrollbar.
  return { left: clamp(wanted.left, width, document.documentElement.clientWidth), top: clamp(wanted.top, height, innerHeight) };
}
