import type { ExportRecord, ExportStarted } from '@back-office/contract/calls/export.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { useBusy } from '../../platform/timing/use-busy.ts';
import { useNavigate } from 'react-router';
import { request } from '../../platform/request/request.ts';
import { exportsKey } from './exports-key.ts';
import { saveFile } from '../../platform/request/save-file.ts';
import { waitForExport } from './wait-for-export.ts';

/** How long to wait for a file, in milliseconds; after that the person fetches it from 导出中心. */
const waitMs = 8000;

/**
 * Has the server make a workbook from the query of `{res}/export`, and downloads it if it is ready soon. It is listed in
 * 导出中心 in any case. Returns the function that starts an export, and whether one is running.
 */
export function useExport(resource: Resource): { busy: boolean; run: (query: [string, string][]) => Promise<void> } {
  const { message, notification } = useApp();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, work] = useBusy();

  const notifyInBackground = (total: number): void => {
    const key = `export-${Date.now()}`;
    const open = (): void => {
      notification.destroy(key);
      void navigate('/exports');
    };
    notification.success({
      key,
      title: '正在后台导出',
      description: `约 ${grouped(total)} 行，完成后可在导出中心下载，保留 7 天。`,
      actions: (
        <Button type="primary" size="small" onClick={open}>
          前往导出中心
        </Button>
      ),
    });
  };
  const finish = async (record: ExportRecord): Promise<void> => {
    if (record.state !== 'done') {
      if (record.state === 'failed') void message.error(record.failReason ?? '导出失败，请稍后重试', limits.errorSeconds);
      return;
    }
    await saveFile(`/api/sys/export/download/${record.id}`);
    void message.success(`已导出 ${grouped(record.done)} 条`);
  };
  // Errors are shown by the request.
  const run = (query: [string, string][]): Promise<void> =>
    work(async () => {
      const { id, total } = await request<ExportStarted>(`/api/${resource.name}/export`, { method: 'POST', query });
      const record = await waitForExport(id, waitMs);
      if (record === undefined) notifyInBackground(total);
      else await finish(record);
    })
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries({ queryKey: exportsKey }));
  return { busy, run };
}
