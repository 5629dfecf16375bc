import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { cutText } from '@back-office/contract/cut-text.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../platform/session/use-may.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { request } from '../../platform/request/request.ts';
import { asText } from '../fields/as-text.ts';
import { readPage } from '../fields/read-page.ts';

const bin = 'sys/recycle';

/**
 * Finds the records just deleted in the recycle bin, and returns a function that restores them; undefined if nothing is kept, if the person may not
 * restore, or if the records cannot be identified. Call it at once, before later deletions follow.
 */
export function useUndoDelete(resource: Resource): (rows: readonly AnyRow[]) => Promise<(() => Promise<RestoreAnswer>) | undefined> {
  const mayBin = useMay(bin);
  const may = useMay(resource.name);
  const { userId } = useSession();
  const queries = useQueryClient();
  return async (rows) => {
    if (!resource.operations.includes('save') || !mayBin('read') || !mayBin('restore') || !may('add')) return undefined;
    const query: [string, string][] = [
      ['index', '0'],
      ['limit', String(rows.length)],
      ['sort', 'deleteTime:desc'],
      ['eq', `recycleModule:${resource.title}`],
      ['eq', `deleteUser:${userId}`],
    ];
    const recycled = (await readPage(bin, query).catch(() => undefined))?.items ?? [];
    const namesOf = (some: readonly AnyRow[], field: string): string =>
      JSON.stringify(some.map((row) => cutText(asText(row[field]), 500)).toSorted());
    if (namesOf(recycled, 'recycleName') !== namesOf(rows, resource.label)) return undefined;
    return async () => {
      const answer = await request<RestoreAnswer>(`/api/${bin}/restore/${recycled.map(({ id }) => id).join(',')}`, { method: 'POST' });
      // Trees, selects and the bin show them again.
      void queries.invalidateQueries();
      return answer;
    };
  };
}
