import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Refetches the rows of a list every few seconds while the page is visible. */
export function useFreshRows(resource: string, seconds: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: [resource] });
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [queries, resource, seconds]);
}
