interface Following {
  move: (event: PointerEvent) => unknown;
  /** Called on release, unless the drag was cancelled. */
  drop: (event: PointerEvent) => unknown;
  /** In any case. */
  end: () => void;
}

/** Follows a pressed pointer until it is released, or the drag is cancelled by Escape or by the system. */
export function followPointer({ move, drop, end }: Following): void {
  const following = new AbortController();
  const options = { signal: following.signal, capture: true };
  const finish = (): void => {
    following.abort();
    end();
  };
  const cancelOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Escape cancels the drag; it must not also close the surrounding drawer or dialog.
    event.stopImmediatePropagation();
    event.preventDefault();
    finish();
  };
  const release = (event: PointerEvent): void => {
    drop(event);
    finish();
  };
  addEventListener('pointermove', move, options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', finish, options);
  addEventListener('keydown', cancelOnEscape, options);
}
