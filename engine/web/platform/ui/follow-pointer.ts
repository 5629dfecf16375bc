interface Following {
  move: (event: PointerEvent) => unknown;
  /** Where it is let go, unless it was given up. */
  drop: (event: PointerEvent) => unknown;
  /** In any case. */
  end: () => void;
}

/** Follows a pointer that was pressed until it is let go, or given up: by Escape, or by the system. */
export function followPointer({ move, drop, end }: Following): void {
  const following = new AbortController();
  const options = { signal: following.signal, capture: true };
  const over = (): void => {
    following.abort();
    end();
  };
  const giveUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // It means what is dragged, and not the drawer or the dialog around it.
    event.stopImmediatePropagation();
    event.preventDefault();
    over();
  };
  const letGo = (event: PointerEvent): void => {
    drop(event);
    over();
  };
  addEventListener('pointermove', move, options);
  addEventListener('pointerup', letGo, options);
  addEventListener('pointercancel', over, options);
  addEventListener('keydown', giveUp, options);
}
