import { useCallback, useEffect } from 'react';
import { type Location, type NavigateOptions, useLocation, useSearchParams } from 'react-router';

type WriteQuery = (next: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/** The query last written while a location is shown: the next location is shown a moment later. */
const writtenAt = new WeakMap<Location, URLSearchParams>();

/**
 * The query of the address shown, and how to write the next one. `next` is given what was last written: with react-router's own
 * function the second of two quick changes would begin with the address still shown, and undo the first.
 */
export function useWrittenQuery(): [shown: URLSearchParams, write: WriteQuery] {
  const location = useLocation();
  const [shown, setShown] = useSearchParams();
  // What was not shown by then never will be, but a tab returns to the same location.
  useEffect(() => {
    const forget = (): void => void writtenAt.delete(location);
    addEventListener('popstate', forget);
    return () => {
      removeEventListener('popstate', forget);
      forget();
    };
  }, [location]);
  const write: WriteQuery = useCallback(
    (next, options) =>
      setShown((now) => {
        const query = next(writtenAt.get(location) ?? now);
        writtenAt.set(location, query);
        return query;
      }, options),
    [location, setShown],
  );
  return [shown, write];
}
