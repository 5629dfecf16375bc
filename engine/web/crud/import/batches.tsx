import { importStates } from '@back-office/contract/calls/import.ts';
import type { ImportBatch } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Tag, Typography } from 'antd';
import { request } from '../../platform/request/request.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { UndoButton } from './undo-button.tsx';

const maxShown = 5;

/** The person's earlier imports, newest first, each of which can be undone. */
export function Batches({ resource }: { resource: Resource }) {
  const { data } = useQuery({
    queryKey: [resource.name, 'imports'],
    queryFn: ({ signal }) => request<ImportBatch[]>(`/api/${resource.name}/select-imports`, { signal, quiet: true }),
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <section>
      <h2>最近导入</h2>
      <ul className="import-batches">
        {data.slice(0, maxShown).map((batch) => (
          <li key={batch.id}>
            <span className="import-batch-name">
              <Typography.Text>{batch.fileName}</Typography.Text>
              <Typography.Text type="secondary">
                {`批次 ${batch.batchNo}，${grouped(batch.saved)} 行，`}
                <time>{batch.saveTime}</time>
              </Typography.Text>
            </span>
            {batch.state === importStates.undone ? <Tag>已撤销</Tag> : <UndoButton resource={resource} id={batch.id} saved={batch.saved} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
