import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { adoptAppearance } from '../../platform/appearance/choose-appearance.ts';
import { WatermarkLayer } from '../watermark/watermark-layer.tsx';
import { ScreenLocker } from '../lock/screen-locker.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { DraftGuard } from './draft-guard.ts';
import { NotifyRegistration } from './notify-registration.ts';
import { OptionsLoader } from './options-loader.tsx';
import { ShellSlotsContext } from '../routing/shell-slots.tsx';
import type { WebModule } from '../routing/web-module.ts';
import { SessionEndBanner } from '../session/session-end-banner.tsx';
import { ShellRoute } from './shell-route.tsx';
import { useShellSlotsOf } from './use-shell-slots-of.tsx';

interface ShellProps {
  modules: readonly WebModule[];
  /** Created outside the component: React may restart the first render and discard what it created. */
  queries: QueryClient;
}

/**
 * Everything behind the sign-in: the router and the queries of one person, and the modules' parts, a company's once they have
 * loaded. antd is loaded with the pages (rich-pages.tsx).
 */
export function Shell({ modules, queries }: ShellProps) {
  const slots = useShellSlotsOf(modules);
  // Under way before the first list asks for them.
  useEffect(() => void adoptAppearance(), []);
  return (
    <QueryClientProvider client={queries}>
      <NotifyRegistration />
      <OptionsLoader />
      <ScreenLocker />
      <WatermarkLayer />
      <LiveUpdates />
      <DraftGuard />
      <SessionEndBanner />
      <ShellSlotsContext value={slots}>
        {/* Which page a path shows is looked up in the route records, which are data (routing/): a router with routes of its own would weigh more than the shell's frame. */}
        <BrowserRouter>
          <ShellRoute />
        </BrowserRouter>
      </ShellSlotsContext>
    </QueryClientProvider>
  );
}
