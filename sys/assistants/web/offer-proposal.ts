import type { Resource } from '@back-office/contract/resource/resource.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { draftName, draftStore, nonSecretValues } from '@back-office/web/crud/drafts/draft-store.ts';

/** A proposal by somebody else for the form of a record. */
interface Proposed {
  resource: Resource;
  /** Null for a new record. */
  id: string | null;
  values: Readonly<Record<string, unknown>>;
  /** Who proposes it, as shown in the form. */
  from: string;
}

/**
 * Stores values as a draft of a form, which offers them when it is next opened: nothing changes until the person saves. Returns the address of that
 * form. Rejects like a call if the record cannot be read.
 */
export async function offerProposal({ resource, id, values, from }: Proposed): Promise<string> {
  const record = await request<Record<string, unknown>>(`/api/${resource.name}/${id === null ? 'create' : `select/${id}`}`);
  const base = nonSecretValues(resource, record);
  draftStore.write(sessionStore.get().userId, draftName(resource, { ...record, id }), {
    at: Date.now(),
    values: { ...base, ...values },
    base: { ...base, version: record['version'] },
    from,
  });
  return `/${resource.name}/view/${id ?? 'new'}${id === null ? '' : '?edit=1'}`;
}
