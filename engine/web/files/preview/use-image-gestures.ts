import { useEffect, useRef, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { moveBy, scaleTo, wheelStep, zoomBy, type ImageTransform } from './image-transform.ts';

interface Point {
  x: number;
  y: number;
}

/** Wheel, drag and two-finger pinch gestures on the stage of an image. */
export function useImageGestures(stage: RefObject<HTMLElement | null>, change: Dispatch<SetStateAction<ImageTransform>>): void {
  const pointers = useRef(new Map<number, Point>());
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const held = pointers.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      change((image) => zoomBy(image, event.deltaY < 0 ? wheelStep : -wheelStep));
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      held.set(event.pointerId, pointOf(event));
    };
    const move = (event: PointerEvent) => {
      const before = held.get(event.pointerId);
      if (before === undefined) return;
      const now = pointOf(event);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      held.set(event.pointerId, now);
      if (other === undefined) change((image) => moveBy(image, now.x - before.x, now.y - before.y));
      else change((image) => scaleTo(image, (image.scale * distance(now, other)) / Math.max(1, distance(before, other))));
    };
    const up = (event: PointerEvent) => held.delete(event.pointerId);
    // React's wheel listener is passive, so it could not prevent the page from scrolling.
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      held.clear();
    };
  }, [stage, change]);
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
