import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useMay } from '../../platform/session/use-may.ts';
import type { Values } from '../fields/field-kit.ts';
import type { List } from '../lists/use-list.ts';
import { mayBatch } from '../screen-rules.ts';

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }));

interface BatchButtonProps {
  list: List;
  editable?: ((row: Values) => boolean) | undefined;
}

/** 批量修改 of the ticked rows; those that were not changed stay ticked. */
export function BatchButton({ list: { resource, selected, select }, editable }: BatchButtonProps) {
  const may = useMay(resource.name);
  // Those that were ticked when it was opened: what is changed meanwhile is ticked no more.
  const [rows, setRows] = useState<readonly AnyRow[]>();
  if (!mayBatch(resource, may)) return null;
  return (
    <>
      {selected.length > 0 && (
        <Button icon={<EditOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setRows(selected)}>
          批量修改
        </Button>
      )}
      {rows !== undefined && (
        <Suspense>
          <BatchDialog
            resource={resource}
            rows={rows}
            editable={editable}
            onDone={(saved) => select(selected.filter(({ id }) => !saved.some((row) => row.id === id)))}
            onClose={() => setRows(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
