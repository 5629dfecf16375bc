import { startTransition, useEffect, useState } from 'react';

/**
 * As `useSyncExternalStore`, for what may wait a moment: a change of that kind has React throw away whatever it is drawing
 * in slices, such as a list that is opened, and begin again.
 */
export function useUnhurried<Value extends object | string | number | boolean | undefined>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
): Value {
  const [value, setValue] = useState(get);
  useEffect(() => {
    const take = (): void => startTransition(() => setValue(get));
    // What came between the drawing and this.
    take();
    return subscribe(take);
  }, [subscribe, get]);
  return value;
}
