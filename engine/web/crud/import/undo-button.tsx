import { importLimits } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useRef } from 'react';
import { dangerous } from '../../platform/feedback/dangerous.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { request } from '../../platform/request/request.ts';
import { useMay } from '../../platform/session/use-may.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';

interface UndoButtonProps {
  resource: Resource;
  id: string;
  saved: number;
  /** For use beside buttons of the default size. */
  large?: boolean;
  done?: () => void;
}

/** 撤销导入: deletes the records of an import if nothing has changed them since. Needs the right to delete. */
export function UndoButton({ resource, id, saved, large = false, done }: UndoButtonProps) {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const may = useMay(resource.name);
  // One idempotency key for every attempt: a retry after a timeout gets the first attempt's answer.
  const key = useRef(newKey());
  if (!may('delete')) return null;
  const undo = async (): Promise<void> => {
    try {
      const { undone } = await request<{ undone: number }>(`/api/${resource.name}/undo-import/${id}`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key.current },
        timeout: importLimits.timeout,
      });
      void message.success(`已撤销导入的 ${grouped(undone)} 行`);
      done?.();
    } finally {
      await queries.invalidateQueries({ queryKey: [resource.name] });
    }
  };
  const ask = (): void => {
    modal.confirm({
      title: '撤销导入？',
      content: `这次导入的 ${grouped(saved)} 行将被删除。其中有数据已被修改或使用，或已有附件、关联数据时，不能撤销。`,
      okText: '撤销导入',
      ...dangerous,
      // The request layer shows a refusal; the confirmation closes either way.
      onOk: () => undo().catch(() => undefined),
    });
  };
  return (
    <Button size={large ? 'medium' : 'small'} danger onClick={ask}>
      撤销导入
    </Button>
  );
}
