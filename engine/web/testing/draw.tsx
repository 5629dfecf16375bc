import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { render, type RenderResult } from 'vitest-browser-react';
import { AntRoot } from '../shell/layout/ant-root.tsx';
import { createQueryClient } from '../shell/layout/query-client.ts';

interface Drawn extends RenderResult {
  queries: QueryClient;
  /** The address that the component has led to. */
  address: () => string;
  /** Goes to another address, as a link elsewhere would. */
  go: (to: string) => Promise<void>;
}

/** Draws a component as it stands in the page: within the router, the queries and antd as the application sets them up. */
export async function draw(element: ReactNode, { at = '/' }: { at?: string } = {}): Promise<Drawn> {
  const queries = createQueryClient();
  const router = createMemoryRouter([{ path: '*', element: <Suspense>{element}</Suspense> }], { initialEntries: [at] });
  const drawn = await render(
    <QueryClientProvider client={queries}>
      <AntRoot>
        <RouterProvider router={router} />
      </AntRoot>
    </QueryClientProvider>,
  );
  const address = (): string => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { ...drawn, queries, address, go: (to) => router.navigate(to) };
}
