import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { request } from '../request/request.ts';
import { createStore } from '../store/create-store.ts';

const { get, set, subscribe } = createStore(inPage());
let loading: Promise<ConfigAnswer> | undefined;

/** What the server says about itself: it stands in the page; asked for where it does not, again when that failed. */
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

/** What the server wrote into the page that it sent; undefined in development. */
function inPage(): ConfigAnswer | undefined {
  const text = typeof document === 'undefined' ? undefined : document.getElementById('config')?.textContent;
  const written: unknown = JSON.parse(text ?? 'null');
  return typeof written === 'object' && written !== null ? (written as ConfigAnswer) : undefined;
}
