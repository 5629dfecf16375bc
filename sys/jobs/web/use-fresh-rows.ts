import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Reads the rows of a list again every few seconds while somebody looks at them. */
export function useFreshRows(resource: string, seconds: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: [resource] });
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [queries, resource, seconds]);
}
