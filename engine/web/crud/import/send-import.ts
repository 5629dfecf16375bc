import { importLimits, templateName, type ImportCheck, type SavedImport } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { request } from '../../platform/request/request.ts';
import type { Table } from './table/use-table.ts';

/** An import that the server knows by `id`. */
export interface Sending {
  resource: Resource;
  id: string;
}

/** Tells the server of an import to come. */
export async function beginSending(resource: Resource, fileName: string): Promise<Sending> {
  const json = { type: templateName(resource), fileName: fileName.slice(0, importLimits.fileName) };
  const { id } = await request<{ id: string }>(`/api/${resource.name}/open-import`, { method: 'POST', json });
  return { resource, id };
}

/**
 * Sends what the server has not seen and has all rows checked, part by part; the issues found stand in the table
 * afterwards. `progress` is told a number from 0 to 1. Rejects with what the server refuses or where no answer comes.
 */
export async function checkRows(
  { resource, id }: Sending,
  { client, change, state }: Table,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const call = `/api/${resource.name}`;
  const parts = Math.ceil(state.unsent / importLimits.partRows);
  const last = await client.ask('lastId', null);
  const steps = parts + Math.ceil((last + 1) / importLimits.partRows);
  let done = 0;
  for (;;) {
    const { json, ids } = await client.ask('takeUnsent', importLimits.partRows);
    if (ids.length === 0) break;
    try {
      await request(`${call}/add-import-rows/${id}`, { method: 'POST', json, signal });
    } catch (error) {
      await change('giveBack', ids);
      throw error;
    }
    progress((done += 1) / steps);
  }
  for (let from = 0; from <= last; from += importLimits.partRows) {
    const to = from + importLimits.partRows - 1;
    const query = new URLSearchParams({ from: String(from), to: String(to) });
    const { issues } = await request<ImportCheck>(`${call}/check-import/${id}`, { method: 'POST', query, signal });
    await change('tell', { from, to, issues });
    progress((done += 1) / steps);
  }
}

/** Saves all rows, or the good ones only. The same `key` again gives the same answer, and no second import. */
export const saveRows = ({ resource, id }: Sending, goodOnly: boolean, key: string): Promise<SavedImport> =>
  request(`/api/${resource.name}/save-import/${id}`, {
    method: 'POST',
    query: goodOnly ? [['goodOnly', 'true']] : [],
    headers: { 'Idempotency-Key': key },
    timeout: importLimits.timeout,
    quiet: true,
  });
