import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { request } from '../request/request.ts';
import { createStore } from '../store/create-store.ts';

const { get, set, subscribe } = createStore(inPage());
let loading: Promise<ConfigAnswer> | undefined;

/** The server's configuration: embedded in the page, otherwise fetched, and fetched again after a failure. */
export const configStore = {
  get,
  subscribe,
  load: (): Promise<ConfigAnswer> => (loading ??= fetchConfig()),
};

async function fetchConfig(): Promise<ConfigAnswer> {
  const known = get();
  if (known !== undefined) return known;
  try {
    const answer = await request<ConfigAnswer>('/api/config', { quiet: true });
    set(answer);
    return answer;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** The configuration that the server embedded in the page; undefined in development. */
function inPage(): ConfigAnswer | undefined {
  const text = typeof document === 'undefined' ? undefined : document.getElementById('config')?.textContent;
  const written: unknown = JSON.parse(text ?? 'null');
  return typeof written === 'object' && written !== null ? (written as ConfigAnswer) : undefined;
}
