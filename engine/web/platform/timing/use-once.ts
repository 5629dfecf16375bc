import { useRef } from 'react';

/**
 * Returns a function that runs one task at a time and ignores calls meanwhile: the second click of a double click comes before the button is rendered
 * as busy.
 * @example
 * export function Submit({ id }: { id: string }) {
 *   const once = useOnce();
 *   return <button onClick={() => once(() => request(`/api/acme/agreement/submit/${id}`, { method: 'PUT' }))}>提交审批</button>;
 * }
 */
export function useOnce(): (work: () => Promise<void>) => void {
  const underway = useRef(false);
  return (work) => {
    if (underway.current) return;
    underway.current = true;
    void work().finally(() => (underway.current = false));
  };
}
