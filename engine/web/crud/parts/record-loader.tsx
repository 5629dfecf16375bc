import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { keepOpened } from '../../platform/preferences/keep-opened.ts';
import { request } from '../../platform/request/request.ts';
import { LoadFailed } from '../../platform/ui/load-failed.tsx';
import type { Values } from '../fields/field-kit.ts';
import { useRow } from '../fields/use-row.ts';

interface RecordLoaderProps {
  resource: Resource;
  /** `new` for a draft. */
  id: string;
  children: (row: Values) => ReactNode;
  /** Stands around what is shown while there is no record. */
  frame?: (state: ReactNode) => ReactNode;
  /** Where there is a list to go back to from a record that is gone. */
  toList?: () => void;
}

/** Reads a record or a draft and shows it; says so while it is on its way and when it does not come. */
export const RecordLoader = (props: RecordLoaderProps) =>
  // Of what nobody makes by hand, such as a log, there is no draft: a record `new` is one that does not exist.
  props.id === 'new' && props.resource.operations.includes('save') ? <DraftLoader {...props} /> : <RowLoader {...props} />;

/** A new record with its default values; read again for each new form, and never under an open one. */
function DraftLoader(props: RecordLoaderProps) {
  const { name } = props.resource;
  const query = useQuery({
    // Not under the resource's name: a save there must not change the defaults below an open form.
    queryKey: ['draft', name],
    queryFn: ({ signal }) => request<Values>(`/api/${name}/create`, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return <Loaded {...props} query={query} />;
}

function RowLoader(props: RecordLoaderProps) {
  const { resource, id } = props;
  const query = useRow(resource, id);
  const there = query.data !== undefined;
  // Lines of a log are looked at and not gone back to.
  const returns = resource.operations.includes('save');
  useEffect(() => {
    if (there && returns) void keepOpened(resource.name, id);
  }, [there, returns, resource.name, id]);
  return <Loaded {...props} query={query} />;
}

type Query = { data: Values | undefined; error: Error | null; refetch: () => Promise<unknown> };

/** A form is never taken away once it is there: a hidden tab's record leaves the cache, and reading it again may fail. */
function Loaded({ resource, query, children, frame = (state) => state, toList }: RecordLoaderProps & { query: Query }) {
  const { data: read, error, refetch } = query;
  const [held, setHeld] = useState(read);
  if (read !== undefined && read !== held) setHeld(read);
  const data = read ?? held;
  if (data !== undefined) return children(data);
  if (error === null) return frame(<Skeleton active title={false} paragraph={{ rows: 8 }} />);
  return frame(<LoadFailed title={`${resource.title}加载失败`} error={error} toList={toList} onRetry={() => void refetch()} />);
}
