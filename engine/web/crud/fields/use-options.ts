import type { Option } from '@back-office/contract/calls/options.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueries } from '@tanstack/react-query';
import { readOptions } from './read-options.ts';

interface Levels {
  levels: ReadonlyMap<string | null, Option[]>;
  error: Error | null;
}

/** The choices below each given node of a tree, the roots for null; absent while loading. `shared` restricts them (withinQuery). */
export const useOptions = (resource: Resource, parents: readonly (string | null)[], shared: [string, string][] = []): Levels =>
  useQueries({
    queries: parents.map((parent) => ({
      queryKey: [resource.name, 'options', 'beneath', parent, ...shared],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readOptions(resource.name, [...shared, ['parentId', parent ?? ''], ['limit', String(limits.page.maxLimit)]], signal),
    })),
    combine: (answers) => ({
      levels: new Map(parents.flatMap((parent, at) => (answers[at]?.data === undefined ? [] : [[parent, answers[at].data.items]]))),
      error: answers.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
