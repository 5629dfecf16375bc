import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AntRoot } from '../shell/antd/ant-root.tsx';
import { NotifyRegistration } from '../shell/start/notify-registration.ts';
import { type makeShellSlots, ShellSlotsContext } from '../shell/routing/shell-slots.tsx';

interface AroundProps {
  queries: QueryClient;
  slots: ReturnType<typeof makeShellSlots>;
  children: ReactNode;
}

/** The providers around a page in the application: queries, slots and antd. */
export const TestProviders = ({ queries, slots, children }: AroundProps) => (
  <QueryClientProvider client={queries}>
    <NotifyRegistration />
    <ShellSlotsContext value={slots}>
      <AntRoot>{children}</AntRoot>
    </ShellSlotsContext>
  </QueryClientProvider>
);
