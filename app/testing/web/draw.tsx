import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import {
  createPath,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router';
import { expect } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';
import { modules as own } from '../../web/modules.ts';
import { createQueryClient } from '@back-office/web/shell/start/create-query-client.ts';
import { pagesOf } from '@back-office/web/shell/routing/pages-of.ts';
import { makeShellSlots } from '@back-office/web/shell/routing/shell-slots.tsx';
import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';
import { loadingPages } from './loading-pages.ts';
import { TestProviders } from '@back-office/web/testing/test-providers.tsx';
import '@back-office/web/shell/layout/shell.css';

/** The rendered element, and its container. */
export interface Drawn extends RenderResult {
  queries: QueryClient;
  /** The address that the component has navigated to. */
  address: () => string;
  /** Navigates to another address, as a link elsewhere would. */
  go: (to: string) => Promise<void>;
}

interface Options {
  /** The address. */
  at?: string;
  /** The modules that fill the shell; by default our own. */
  modules?: readonly WebModule[];
  /** The address is the window's, beginning with the one that it has: for what hears its `popstate`. */
  inWindow?: boolean;
}

/** Draws a component as in the page: within the router, the slots, the queries and antd as the application sets them up. */
export async function draw(element: ReactNode, { at = '/', modules = own, inWindow = false }: Options = {}): Promise<Drawn> {
  const queries = createQueryClient();
  const pages = loadingPages.track(pagesOf(modules));
  // A test's additions to pages are registered first, as in the application; loading our own would be a waste.
  if (modules !== own) await pages();
  const slots = makeShellSlots(modules, pages);
  let listening = false;
  const onEffects = (): void => void (listening = true);
  // A history of this drawing alone: on the window's, unfinished work of the test before could still navigate.
  const history = inWindow ? createBrowserHistory({ v5Compat: true }) : createMemoryHistory({ initialEntries: [at], v5Compat: true });
  const drawn = await render(
    <TestProviders queries={queries} slots={slots}>
      <HistoryRouter history={history}>
        <Content onEffects={onEffects}>{element}</Content>
      </HistoryRouter>
    </TestProviders>,
  );
  // Drawn in slices, as in the page: its listeners are registered only after it is visible.
  await expect.poll(() => listening).toBe(true);
  return { ...drawn, queries, address: () => createPath(history.location), go: async (to) => history.push(to) };
}

/** Renders below the height of the shell's top bar, which sticky elements leave free. */
function Content({ children, onEffects }: { children: ReactNode; onEffects: () => void }) {
  // Effects run from the leaves up, so those of the children have already run.
  useEffect(onEffects, [onEffects]);
  return (
    <>
      <div style={{ height: 'var(--head)' }} />
      <main className="shell-content">
        <Suspense>{children}</Suspense>
      </main>
    </>
  );
}
