import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { recordOpened } from '../../platform/preferences/record-opened.ts';
import { request } from '../../platform/request/request.ts';
import { LoadFailed } from '../../platform/states/load-failed.tsx';
import type { Values } from '../fields/field-kit.ts';
import { useRow } from '../fields/use-row.ts';

interface RecordLoaderProps {
  resource: Resource;
  /** `new` for a draft. */
  id: string;
  children: (row: Values) => ReactNode;
  /** Wraps the loading and error states. */
  frame?: (state: ReactNode) => ReactNode;
  /** Returns from a deleted record to its list, if there is one. */
  toList?: () => void;
}

/** Loads a record or a draft and shows it, or its loading and error states. */
export const RecordLoader = (props: RecordLoaderProps) =>
  // A resource without `save`, such as a log, has no drafts: there the id `new` is simply not found.
  props.id === 'new' && props.resource.operations.includes('save') ? <DraftLoader {...props} /> : <RowLoader {...props} />;

/** A new record with its default values; fetched for each new form, and never again while that is open. */
function DraftLoader(props: RecordLoaderProps) {
  const query = useQuery({
    // Not keyed by the resource's name: a save must not replace the defaults under an open form.
    queryKey: ['draft', props.resource.name],
    queryFn: ({ signal }) => request<Values>(`/api/${props.resource.name}/create`, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { kept: true },
  });
  return <Loaded {...props} query={query} />;
}

function RowLoader(props: RecordLoaderProps) {
  const { resource, id } = props;
  const query = useRow(resource, id);
  const isLoaded = query.data !== undefined;
  // Log entries are not recorded as recently opened.
  const isTracked = resource.operations.includes('save');
  useEffect(() => {
    if (isLoaded && isTracked) void recordOpened(resource.name, id);
  }, [isLoaded, isTracked, resource.name, id]);
  return <Loaded {...props} query={query} />;
}

type Query = { data: Values | undefined; error: Error | null; refetch: () => Promise<unknown> };

/** Keeps a form once it is shown: a hidden tab's record leaves the cache, and fetching it again may fail. */
function Loaded({ resource, query, children, frame = (state) => state, toList }: RecordLoaderProps & { query: Query }) {
  const { data: read, error, refetch } = query;
  const [lastData, setLastData] = useState(read);
  if (read !== undefined && read !== lastData) setLastData(read);
  const data = read ?? lastData;
  if (data !== undefined) return children(data);
  if (error === null) return frame(<Skeleton active title={false} paragraph={{ rows: 8 }} />);
  return frame(<LoadFailed title={`${resource.title}加载失败`} error={error} toList={toList} onRetry={() => void refetch()} />);
}
