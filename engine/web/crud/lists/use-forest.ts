import type { LevelsAnswer, PathsAnswer } from '@back-office/contract/calls/tree-page.ts';
import { hasChildren } from '@back-office/contract/resource/field.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useChildren } from '../fields/use-children.ts';
import { growForest } from './grow-forest.ts';
import { request } from '../../platform/request/request.ts';

/** The rows of a list as they stand below one another. */
export interface Forest {
  /** Those that stand below none that is shown. */
  rows: readonly AnyRow[];
  /** What stands below a node, as far as it was read. */
  levels: ReadonlyMap<string | null, readonly AnyRow[]>;
  expanded: readonly string[];
  expand: (ids: readonly string[]) => void;
  /** Opens everything down to this level, 1 being the roots alone; gives the level to which it is open. */
  openTo: (depth: number) => Promise<{ depth: number; more: boolean }>;
}

interface Shown {
  /** What the list asks, by which its page is known. */
  query: readonly [string, string][];
  sort: string | undefined;
  data: PathsAnswer<AnyRow> | undefined;
  /** Undefined for a plain list. */
  kind: 'roots' | 'found' | undefined;
}

const none: readonly AnyRow[] = [];

/** The tree that a list shows: read as it is opened, or a level at once, or what a search found with what stands above it. */
export function useForest(resource: Resource, { query, sort, data, kind }: Shown): Forest {
  const queries = useQueryClient();
  const parent = parentFieldOf(resource) ?? '';
  const of = kind === 'found' ? JSON.stringify(query) : 'roots';
  const [opened, setOpened] = useState<{ of: string; ids: readonly string[] }>();
  const [level, setLevel] = useState<{ of: string; depth: number }>();
  const page = JSON.stringify(query);
  const depth = kind === 'roots' && level?.of === page ? level.depth : undefined;
  const levelsOf = (to: number) => ({
    queryKey: [resource.name, 'levels', query, to],
    // Read when it was asked for; from then on with the list.
    staleTime: 60_000,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      request<LevelsAnswer<AnyRow>>(`/api/${resource.name}/select-levels`, {
        query: [...query, ['depth', String(to)]],
        signal,
        quiet: true,
      }),
  });
  const { data: whole } = useQuery({ ...levelsOf(depth ?? 1), enabled: depth !== undefined });
  const items = data?.items ?? none;
  const forest = useMemo(() => growForest(kind === 'found' ? items : (whole?.items ?? none), parent), [kind, items, whole, parent]);
  const total = data?.total;
  const usual = useMemo(() => {
    if (kind === 'found') return [...forest.beneath.keys()];
    // One root alone, such as the company, says nothing: the list begins with what stands below it.
    return total === 1 ? items.filter((row) => row[hasChildren] !== false).map(({ id }) => id) : [];
  }, [kind, forest, total, items]);
  const expanded = kind === undefined ? [] : opened?.of === of ? opened.ids : usual;
  const unread = expanded.filter((id) => !forest.beneath.has(id));
  const read = useChildren(resource, unread, sort);
  const levels = useMemo(() => new Map<string | null, readonly AnyRow[]>([...read, ...forest.beneath]), [read, forest]);
  const expand = (ids: readonly string[]): void => setOpened({ of, ids });
  const openTo = async (to: number): Promise<{ depth: number; more: boolean }> => {
    if (kind === 'found') {
      expand([...forest.beneath.keys()].filter((id) => (forest.depth.get(id) ?? 1) < to));
      return { depth: to, more: false };
    }
    if (to === 1) {
      setLevel(undefined);
      expand([]);
      return { depth: 1, more: true };
    }
    const answer = await queries.fetchQuery(levelsOf(to));
    const { beneath } = growForest(answer.items, parent);
    setLevel({ of: page, depth: to });
    expand([...beneath.keys()]);
    return answer;
  };
  return { rows: kind === 'found' ? forest.roots : items, levels, expanded, expand, openTo };
}

/** Whether a node may be opened: what has nothing below it cannot. */
export const isLeaf = (row: AnyRow, levels: Forest['levels']): boolean =>
  levels.get(row.id)?.length === 0 || (row[hasChildren] === false && !levels.has(row.id));
