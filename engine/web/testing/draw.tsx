import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import { BrowserRouter, useNavigate, type NavigateFunction } from 'react-router';
import { expect } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';
import { modules as own } from '@back-office/app/web/modules.ts';
import { createQueryClient } from '../shell/layout/create-query-client.ts';
import { pagesOf } from '../shell/routing/pages-of.ts';
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
  const pages = pagesOf(modules);
  // What a test puts into pages is there before them, as in the application; our own would be fetched for nothing.
  if (modules !== own) await pages();
  const slots = makeShellSlots(modules, pages);
  let navigate: NavigateFunction | undefined;
  const onEffects = (to: NavigateFunction): void => void (navigate = to);
  history.replaceState(null, '', at);
  const drawn = await render(
    <Around queries={queries} slots={slots}>
      <BrowserRouter>
        <Content onEffects={onEffects}>{element}</Content>
      </BrowserRouter>
    </Around>,
  );
  // Drawn in slices, as in the page: what it listens to, it listens to only after it is seen.
  await expect.poll(() => navigate).toBeDefined();
  const address = (): string => location.pathname + location.search + location.hash;
  return { ...drawn, queries, address, go: async (to) => navigate?.(to) };
}

/** What is drawn stands below the head of the shell, whose height everything that sticks leaves free. */
function Content({ children, onEffects }: { children: ReactNode; onEffects: (navigate: NavigateFunction) => void }) {
  const navigate = useNavigate();
  // Effects run from the leaves up, so that those of the children have run before this one.
  useEffect(() => onEffects(navigate), [onEffects, navigate]);
  return (
    <>
      <div style={{ height: 'var(--head)' }} />
      <main className="shell-content">
        <Suspense>{children}</Suspense>
      </main>
    </>
  );
}
