import { recentKey } from '@back-office/contract/calls/preference.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { preferenceStore } from './preference-store.ts';

/** More than any page shows, as the person may have lost the right to some of them. */
const kept = 20;

/** How long a record counts as the newest, in milliseconds: other windows may have opened more than are kept since. */
const newestForMs = 60_000;

const listOf = (found: unknown): unknown[] => (Array.isArray(found) ? found : []);

/** Records that the person opened a record, for the list of recent records on the home page and elsewhere. Newest first. */
export async function recordOpened(resource: string, recordId: string): Promise<void> {
  // An address may have it in upper case.
  const id = recordId.toLowerCase();
  await preferenceStore.load();
  const isSame = (entry: unknown): boolean => recordIn(entry)['resource'] === resource && recordIn(entry)['id'] === id;
  const [newest] = listOf(preferenceStore.get(recentKey));
  if (isSame(newest) && Number(recordIn(newest)['at']) > Date.now() - newestForMs) return;
  const opened = { resource, id, at: Date.now() };
  preferenceStore.step(recentKey, (now) => [opened, ...listOf(now).filter((entry) => !isSame(entry))].slice(0, kept));
}
