import { cutText } from '@back-office/contract/cut-text.ts';
import { importLimits, templateName, type ImportCheck, type SavedImport } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { request } from '../../platform/request/request.ts';
import type { Table } from './table/use-table.ts';

/** An import that the server knows by `id`. */
export interface ServerImport {
  resource: Resource;
  id: string;
}

/** Starts an import on the server. */
export async function openServerImport(resource: Resource, fileName: string): Promise<ServerImport> {
  const json = { type: templateName(resource), fileName: cutText(fileName, importLimits.fileName) };
  const { id } = await request<{ id: string }>(`/api/${resource.name}/open-import`, { method: 'POST', json });
  return { resource, id };
}

/**
 * Sends changed rows to the server and has it check all rows, part by part; the issues are then in the table. `progress`
 * is called with a number from 0 to 1. Rejects when the server refuses or does not answer.
 */
export async function checkRows(
  { resource, id }: ServerImport,
  { client, change }: Table,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const call = `/api/${resource.name}`;
  const { unsent } = await client.ask('state', null);
  const last = await client.ask('lastId', null);
  const steps = unsent / importLimits.partRows + Math.ceil((last + 1) / importLimits.partRows);
  let stepsDone = 0;
  for (;;) {
    const { json, ids } = await client.ask('takeUnsent', importLimits.partRows);
    if (ids.length === 0) break;
    try {
      await request(`${call}/add-import-rows/${id}`, { method: 'POST', json, signal, quiet: true });
    } catch (error) {
      await change('giveBack', ids);
      throw error;
    }
    progress((stepsDone += ids.length / importLimits.partRows) / steps);
  }
  for (let from = 0; from <= last; from += importLimits.partRows) {
    const to = from + importLimits.partRows - 1;
    const query = new URLSearchParams({ from: String(from), to: String(to) });
    const { issues } = await request<ImportCheck>(`${call}/check-import/${id}`, { method: 'POST', query, signal, quiet: true });
    await change('tell', { from, to, issues });
    progress((stepsDone += 1) / steps);
  }
}

/** Saves all rows, or only the valid ones. Repeating the idempotency key `key` returns the same answer without importing again. */
export const saveRows = ({ resource, id }: ServerImport, goodOnly: boolean, key: string): Promise<SavedImport> =>
  request(`/api/${resource.name}/save-import/${id}`, {
    method: 'POST',
    query: goodOnly ? [['goodOnly', 'true']] : [],
    headers: { 'Idempotency-Key': key },
    timeout: importLimits.timeout,
    quiet: true,
  });
