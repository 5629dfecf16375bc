import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { request } from '../request/request.ts';

let config = inPage();
let loading: Promise<ConfigAnswer> | undefined;
const listeners = new Set<() => void>();

/** What the server says about itself: it stands in the page; asked for where it does not, again when that failed. */
export const configStore = {
  get: (): ConfigAnswer | undefined => config,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  load: (): Promise<ConfigAnswer> => (loading ??= config === undefined ? fetchConfig() : Promise.resolve(config)),
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

/** What the server wrote into the page that it sent; undefined in development. */
function inPage(): ConfigAnswer | undefined {
  const text = typeof document === 'undefined' ? undefined : document.getElementById('config')?.textContent;
  const written: unknown = JSON.parse(text ?? 'null');
  return typeof written === 'object' && written !== null ? (written as ConfigAnswer) : undefined;
}
