import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import type { FileRow } from './use-preview.ts';

export const selectFiles = (query: [string, string][]): Promise<FileRecord[]> => request<FileRecord[]>('/api/file/select', { query });

/** The files attached to the same record as this one; none if it is attached to none. */
export async function selectBesides({ otcType, otcId }: FileRow): Promise<FileRecord[]> {
  const [type, record] = [asText(otcType), asText(otcId)];
  if (type === '' || record === '') return [];
  return selectFiles([
    ['otcType', type],
    ['otcId', record],
  ]);
}
