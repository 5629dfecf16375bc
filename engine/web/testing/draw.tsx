import type { QueryClient } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';
import { modules as own } from '@back-office/app/web/modules.ts';
import { createQueryClient } from '../shell/layout/query-client.ts';
import { pagesOf } from '../shell/routing/load-pages.ts';
import { makeShellSlots } from '../shell/routing/shell-slots.tsx';
import type { WebModule } from '../shell/routing/web-module.ts';
import { Around } from './around.tsx';
import '../shell/layout/shell.css';

interface Drawn extends RenderResult {
  queries: QueryClient;
  /** The address that the component has led to. */
  address: () => string;
  /** Goes to another address, as a link elsewhere would. */
  go: (to: string) => Promise<void>;
}

interface Options {
  /** The address. */
  at?: string;
  /** What fills the shell; our own modules when absent. */
  modules?: readonly WebModule[];
}

/** Draws a component as it stands in the page: within the router, the slots, the queries and antd as the application sets them up. */
export async function draw(element: ReactNode, { at = '/', modules = own }: Options = {}): Promise<Drawn> {
  const queries = createQueryClient();
  const slots = makeShellSlots(modules, pagesOf(modules));
  const router = createMemoryRouter([{ path: '*', element: <Content>{element}</Content> }], { initialEntries: [at] });
  const drawn = await render(
    <Around queries={queries} slots={slots}>
      <RouterProvider router={router} />
    </Around>,
  );
  // Drawn in slices, as in the page.
  await expect.poll(() => drawn.container.querySelector('main')).not.toBe(null);
  const address = (): string => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { ...drawn, queries, address, go: (to) => router.navigate(to) };
}

/** What is drawn stands below the head of the shell, whose height everything that sticks leaves free. */
const Content = ({ children }: { children: ReactNode }) => (
  <>
    <div style={{ height: 'var(--head)' }} />
    <main className="shell-content">
      <Suspense>{children}</Suspense>
    </main>
  </>
);
