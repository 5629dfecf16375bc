import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';

/** A container with an address of its own, like a tab. */
export const Stage = ({ at, children }: { at: string; children: ReactNode }) => (
  <MemoryRouter initialEntries={[at]}>
    <Suspense>{children}</Suspense>
  </MemoryRouter>
);

/** The list of a resource at its own address, or with these queries. */
export const ListStage = ({ resource, search = '' }: { resource: Resource; search?: string }) => (
  <Stage at={`/${resource.name}/list${search}`}>
    <ListPage resource={resource} drawer />
  </Stage>
);

/** Calls `lose` as soon as the list of a resource has its rows, and then requests them again. */
export function LoseConnection({ resource, lose }: { resource: Resource; lose: () => void }) {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (event.query.queryKey[0] !== resource.name || event.query.queryKey[1] !== 'page') return;
        lose();
        void queries.invalidateQueries({ queryKey: event.query.queryKey });
      }),
    [queries, resource, lose],
  );
  return null;
}
