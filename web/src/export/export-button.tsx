import { ExportOutlined } from '@ant-design/icons';
import { exportAtOnce } from '@back-office/contract/calls/export.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { List } from '../crud/hooks/use-list.ts';
import { readPage } from '../fields/read-page.ts';
import { listQuery } from '../lists/list-state.ts';
import { columnsIn } from '../lists/use-list-address.ts';
import { request } from '../request/request.ts';
import { report } from '../request/report.ts';
import { useMay } from '../session/use-may.ts';
import { exportsKey } from './exports-key.ts';
import { saveFile } from './save-file.ts';

/** Exports what a list shows: every row that matches, the columns shown in their order. Many rows go to 导出中心. */
export function ExportButton({ list }: { list: List }) {
  const { resource, state, tree } = list;
  const may = useMay(resource.name);
  const { message, notification } = App.useApp();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  if (!resource.operations.includes('export') || !may('export')) return null;

  const inBackground = async (query: [string, string][], total: number): Promise<void> => {
    await request(`/api/${resource.name}/export`, { method: 'POST', query });
    void queries.invalidateQueries({ queryKey: exportsKey });
    const key = `export-${Date.now()}`;
    const open = (): void => {
      notification.destroy(key);
      void navigate('/exports');
    };
    notification.success({
      key,
      title: '正在后台导出',
      description: `约 ${total.toLocaleString()} 行，完成后可在导出中心下载，保留 7 天。`,
      actions: (
        <Button type="primary" size="small" onClick={open}>
          前往导出中心
        </Button>
      ),
    });
  };
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const wanted = listQuery(state).filter(([name]) => name !== 'index' && name !== 'limit');
      const { total } = await readPage(resource.name, [...wanted, ['index', '0'], ['limit', '1']]).catch((error: unknown) => {
        report(error, false);
        throw error;
      });
      const columns = columnsIn(resource, list.columns, tree)
        .filter(({ name, shown }) => shown && resource.export.includes(name))
        .map(({ name }) => name);
      const query: [string, string][] = columns.length === 0 ? wanted : [...wanted, ['columns', columns.join(',')]];
      if (total > exportAtOnce) return await inBackground(query, total);
      await saveFile(`/api/${resource.name}/export`, query);
      void message.success('导出完成');
    } catch {
      // The person has been told.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<ExportOutlined aria-hidden />} loading={busy} onClick={() => void run()}>
      导出
    </Button>
  );
}
