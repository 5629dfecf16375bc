import { recentKey } from '@back-office/contract/calls/preference.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { preferenceStore } from './preference-store.ts';

/** More than any page shows, as the person may have lost the right to some of them. */
const most = 20;

/** How long a record counts as the newest, in milliseconds: other windows may have opened more than are kept since. */
const newestForMs = 60_000;

/** How long its time is not written anew, in milliseconds: people come back to open tabs all the time, and the home page shows when. */
const currentForMs = 600_000;

const listOf = (found: unknown): unknown[] => (Array.isArray(found) ? found : []);

/**
 * Records that the person opened a record, for the list of recent records on the home page and elsewhere. Newest first, each once; coming back to the
 * newest one within ten minutes, as to its open tab, writes nothing.
 */
export async function recordOpened(resource: string, recordId: string): Promise<void> {
  // An address may have it in upper case.
  const id = recordId.toLowerCase();
  await preferenceStore.load();
  const isSame = (entry: unknown): boolean => {
    const kept = recordIn(entry);
    return kept['resource'] === resource && typeof kept['id'] === 'string' && kept['id'].toLowerCase() === id;
  };
  const isNewest = (entries: readonly unknown[], forMs: number): boolean =>
    entries.findLastIndex(isSame) === 0 && Number(recordIn(entries[0])['at']) > Date.now() - forMs;
  if (isNewest(listOf(preferenceStore.get(recentKey)), newestForMs)) return;
  const opened = { resource, id, at: Date.now() };
  preferenceStore.step(recentKey, (now) => {
    const entries = listOf(now);
    return isNewest(entries, currentForMs) ? now : [opened, ...entries.filter((entry) => !isSame(entry))].slice(0, most);
  });
}
