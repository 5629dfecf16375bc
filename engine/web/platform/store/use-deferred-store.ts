import { startTransition, useEffect, useState } from 'react';

/**
 * Like `useSyncExternalStore`, for updates that are not urgent: an update of `useSyncExternalStore` makes React discard and
 * restart any concurrent render, such as that of a list being opened.
 */
export function useDeferredStore<Value extends object | string | number | boolean | undefined>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
): Value {
  const [value, setValue] = useState(get);
  useEffect(() => {
    const take = (): void => startTransition(() => setValue(get));
    // Picks up a change between the render and this effect.
    take();
    return subscribe(take);
  }, [subscribe, get]);
  return value;
}
