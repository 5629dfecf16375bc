import type { LevelsAnswer, PathsAnswer } from '@back-office/contract/calls/tree-page.ts';
import { hasChildren } from '@back-office/contract/resource/field.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useChildren } from '../fields/use-children.ts';
import { growForest } from './grow-forest.ts';
import { request } from '../../platform/request/request.ts';

/** The rows of a list as a forest. */
export interface Forest {
  /** The rows whose parent is not shown. */
  rows: readonly AnyRow[];
  /** The children of each node whose children have loaded. */
  levels: ReadonlyMap<string | null, readonly AnyRow[]>;
  expanded: readonly string[];
  expand: (ids: readonly string[]) => void;
  /** Expands all nodes down to this level (1 is the roots alone), and returns the level reached. */
  openTo: (depth: number) => Promise<{ depth: number; more: boolean }>;
}

interface Shown {
  /** The list's query, which is also the query key of its page. */
  query: readonly [string, string][];
  sort: string | undefined;
  data: PathsAnswer<AnyRow> | undefined;
  /** Undefined for a plain list. */
  kind: 'roots' | 'found' | undefined;
}

const none: readonly AnyRow[] = [];

/** The tree of a list: loaded as nodes are expanded or by whole levels, or the matches of a search with their ancestors. */
export function useForest(resource: Resource, { query, sort, data, kind }: Shown): Forest {
  const queries = useQueryClient();
  const parent = parentFieldOf(resource) ?? '';
  const of = kind === 'found' ? JSON.stringify(query) : 'roots';
  const [opened, setOpened] = useState<{ of: string; ids: readonly string[] }>();
  const [level, setLevel] = useState<{ of: string; depth: number }>();
  const page = JSON.stringify(query);
  const depth = kind === 'roots' && level?.of === page ? level.depth : undefined;
  const levelsQuery = (to: number) => ({
    queryKey: [resource.name, 'levels', query, to],
    // Fetched on request; from then on refetched together with the list.
    staleTime: 60_000,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      request<LevelsAnswer<AnyRow>>(`/api/${resource.name}/select-levels`, {
        query: [...query, ['depth', String(to)]],
        signal,
        quiet: true,
      }),
  });
  const { data: whole } = useQuery({ ...levelsQuery(depth ?? 1), enabled: depth !== undefined });
  const items = data?.items ?? none;
  const forest = useMemo(() => growForest(kind === 'found' ? items : (whole?.items ?? none), parent), [kind, items, whole, parent]);
  const total = data?.total;
  const defaultExpanded = useMemo(() => {
    if (kind === 'found') return [...forest.beneath.keys()];
    // A single root, such as the company, is not informative: the list opens with its children shown.
    return total === 1 ? items.filter((row) => row[hasChildren] !== false).map(({ id }) => id) : [];
  }, [kind, forest, total, items]);
  const expanded = kind === undefined ? [] : opened?.of === of ? opened.ids : defaultExpanded;
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
    const answer = await queries.fetchQuery(levelsQuery(to));
    const { beneath } = growForest(answer.items, parent);
    setLevel({ of: page, depth: to });
    expand([...beneath.keys()]);
    return answer;
  };
  return { rows: kind === 'found' ? forest.roots : items, levels, expanded, expand, openTo };
}

/** Whether a node has no children, and so cannot be expanded. */
export const isLeaf = (row: AnyRow, levels: Forest['levels']): boolean =>
  levels.get(row.id)?.length === 0 || (row[hasChildren] === false && !levels.has(row.id));
