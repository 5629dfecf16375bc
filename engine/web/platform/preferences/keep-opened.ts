import { recentKey } from '@back-office/contract/calls/preference.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { preferenceStore } from './preference-store.ts';

/** More than any page shows: of some the right may be gone by then. */
const kept = 20;

/** Keeps that the person looked at a record, for the first page and wherever else the way back is wanted. The newest first. */
export async function keepOpened(resource: string, id: string): Promise<void> {
  await preferenceStore.load();
  const found = preferenceStore.get(recentKey);
  const before: unknown[] = Array.isArray(found) ? found : [];
  const isSame = (entry: unknown): boolean => recordIn(entry)['resource'] === resource && recordIn(entry)['id'] === id;
  // Looked at again it is where it was: nothing to tell the server.
  if (isSame(before[0])) return;
  preferenceStore.set(recentKey, [{ resource, id, at: Date.now() }, ...before.filter((entry) => !isSame(entry))].slice(0, kept));
}
