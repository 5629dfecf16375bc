import type { FieldChange, HistoryEntry } from '@back-office/contract/calls/history.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Tag, Typography } from 'antd';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { request } from '../../platform/request/request.ts';
import { LoadFailed } from '../../platform/states/load-failed.tsx';
import { inOrder, permissionWord } from '../../platform/session/permission-words.ts';
import '../crud.css';
import './record-history.css';

/** The server's maximum number of entries. */
const maxEntries = 200;

/** The history of a record, newest first: who, when, and each field before and after. */
export function RecordHistory({ resource, row: { id } }: { resource: Resource; row: Values }) {
  const { data, error, refetch } = useQuery({
    // Keyed by the resource's name, so that a save, which adds an entry, invalidates it.
    queryKey: [resource.name, 'history', id],
    queryFn: ({ signal }) =>
      request<HistoryEntry[]>(`/api/${resource.name}/select-history/${encodeURIComponent(asText(id))}`, { signal, quiet: true }),
  });
  if (data === undefined) {
    if (error === null) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    return <LoadFailed title="变更历史加载失败" error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <Empty description="还没有变更记录" />;
  return (
    <>
      <ol className="crud-history">
        {data.map((entry) => (
          <Entry key={entry.id} resource={resource} entry={entry} />
        ))}
      </ol>
      {data.length >= maxEntries && <Typography.Text type="secondary">只显示最近 {maxEntries} 次变更</Typography.Text>}
    </>
  );
}

function Entry({ resource, entry: { optTime, userName, optType, optChanges } }: { resource: Resource; entry: HistoryEntry }) {
  const changes = optChanges ?? [];
  return (
    <li>
      <div className="crud-history-head">
        <Tag>{optType}</Tag>
        <strong>{userName ?? '系统'}</strong>
        <time>{optTime}</time>
      </div>
      {changes.length === 0 ? (
        <Typography.Text type="secondary">没有需要记录的字段变更</Typography.Text>
      ) : (
        <dl>
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{change.label}</dt>
              <dd>
                {optType !== '新增' && (
                  <>
                    <del className="history-before">
                      <Side resource={resource} change={change} value={change.before} />
                    </del>
                    <span aria-label="改为" role="img">
                      {' '}
                      →{' '}
                    </span>
                  </>
                )}
                <ins className="history-after">
                  <Side resource={resource} change={change} value={change.after} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const asWords: readonly string[] = ['reference', 'references', 'parent', 'ids', 'secret', 'file'];

/** The old or new value of a change. References were logged by name; a name that is no field of the record is a grant on a function. */
function Side({ resource, change: { field }, value }: { resource: Resource; change: FieldChange; value: unknown }) {
  const known = Object.hasOwn(resource.fields, field) ? resource.fields[field] : undefined;
  if (known !== undefined && !asWords.includes(known.kind)) return <FieldValue resource={resource} name={field} row={{ [field]: value }} />;
  const words = Array.isArray(value) ? value.map(asText).join('、') : known === undefined ? granted(value) : asText(value);
  return words === '' ? <Typography.Text type="secondary">—</Typography.Text> : <span>{words}</span>;
}

const granted = (value: unknown): string =>
  typeof value === 'string' ? inOrder(value.split(',')).map(permissionWord).join('、') : asText(value);
