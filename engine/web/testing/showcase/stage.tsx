import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { ListPage } from '../../crud/pages/list-page.tsx';

/** A place with an address of its own, as that of a tab. */
export function Stage({ at, children }: { at: string; children: ReactNode }) {
  const [router] = useState(() => createMemoryRouter([{ path: '*', element: <Suspense>{children}</Suspense> }], { initialEntries: [at] }));
  return <RouterProvider router={router} />;
}

/** The list of a resource at its own address, or with what it is asked there. */
export const ListStage = ({ resource, search = '' }: { resource: Resource; search?: string }) => (
  <Stage at={`/${resource.name}/list${search}`}>
    <ListPage resource={resource} drawer />
  </Stage>
);

/** Asks again what was answered, every so many milliseconds, as a connection that comes and goes does. */
export function AskAgain({ resource, every }: { resource: Resource; every: number }) {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: [resource.name] }), every);
    return () => clearInterval(timer);
  }, [queries, resource, every]);
  return null;
}
