import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { request } from '../request/request.ts';

let config: ConfigAnswer | undefined;
let loading: Promise<ConfigAnswer> | undefined;
const listeners = new Set<() => void>();

/** What the server says about itself; asked once, and again only when that failed. */
export const configStore = {
  get: (): ConfigAnswer | undefined => config,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  load: (): Promise<ConfigAnswer> => (loading ??= fetchConfig()),
};

async function fetchConfig(): Promise<ConfigAnswer> {
  try {
    config = await request<ConfigAnswer>('/api/config', { quiet: true });
    for (const listener of listeners) listener();
    return config;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
