import type { Resource } from '@back-office/contract/resource/resource.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { draftName, draftStore, nonSecretValues } from '@back-office/web/crud/drafts/draft-store.ts';
import { isEmptyDraft } from '@back-office/web/crud/drafts/merge-draft.ts';

/** A proposal by somebody else for the form of a record. */
interface Proposed {
  resource: Resource;
  /** Null for a new record. */
  id: string | null;
  /** The path of its form. */
  path: string;
  values: Readonly<Record<string, unknown>>;
  /** Who proposes it, as shown in the form. */
  from: string;
}

/**
 * Stores values as a draft of a form, which offers them when it is next opened: nothing changes until the person saves. Returns the address of that
 * form; undefined, with nothing stored, if the person has unsaved input of their own for it. Rejects like a call if the record cannot be read.
 */
export async function offerProposal({ resource, id, path, values, from }: Proposed): Promise<string | undefined> {
  const record = await request<Record<string, unknown>>(`/api/${resource.name}/${id === null ? 'create' : `select/${id}`}`);
  const base = nonSecretValues(resource, record);
  const { userId } = sessionStore.get();
  const name = draftName(resource, { ...record, id });
  const address = `${path}${id === null ? '' : '?edit=1'}`;
  const waiting = draftStore.read(userId, name);
  if (waiting !== undefined && waiting.from === undefined && !isEmptyDraft(waiting, record)) return undefined;
  draftStore.write(userId, name, {
    at: Date.now(),
    values: { ...base, ...values },
    base: { ...base, version: record['version'] },
    from,
  });
  return address;
}
