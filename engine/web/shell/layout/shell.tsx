import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { adoptAppearance } from '../../platform/appearance/choose-appearance.ts';
import { KeepWatermark } from '../watermark/keep-watermark.tsx';
import { KeepLocked } from '../lock/keep-locked.tsx';
import { KeepLive } from './keep-live.tsx';
import { KeepDrafts } from './keep-drafts.ts';
import { KeepNotified } from './keep-notified.ts';
import { KeepOptions } from './keep-options.tsx';
import { ShellSlotsContext } from '../routing/shell-slots.tsx';
import type { WebModule } from '../routing/web-module.ts';
import { SessionEndBanner } from './session-end-banner.tsx';
import { ShellRoute } from './shell-route.tsx';
import { useShellSlotsOf } from './use-shell-slots-of.tsx';

interface ShellProps {
  modules: readonly WebModule[];
  /** Created outside the component: React may restart the first render and discard what it created. */
  queries: QueryClient;
}

/** Everything after signing in, with the modules' parts as they load: the router and the queries of one person. antd loads with the pages (rich-pages.tsx). */
export function Shell({ modules, queries }: ShellProps) {
  const slots = useShellSlotsOf(modules);
  // Started before the first list needs them.
  useEffect(() => void adoptAppearance(), []);
  return (
    <QueryClientProvider client={queries}>
      <KeepNotified />
      <KeepOptions />
      <KeepLocked />
      <KeepWatermark />
      <KeepLive />
      <KeepDrafts />
      <SessionEndBanner />
      <ShellSlotsContext value={slots}>
        {/* The page of a path is looked up in the route records, which are data (routing/): a router with declared routes would be larger than the shell's frame. */}
        <BrowserRouter>
          <ShellRoute />
        </BrowserRouter>
      </ShellSlotsContext>
    </QueryClientProvider>
  );
}
