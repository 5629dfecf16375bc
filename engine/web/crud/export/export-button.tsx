import { ExportOutlined } from '@ant-design/icons';
import { limits } from '@back-office/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import type { List } from '../lists/use-list.ts';
import { readPage } from '../fields/read-page.ts';
import { DropdownButton } from '../lists/dropdown-button.tsx';
import { matchQuery } from '../lists/list-state.ts';
import { columnsIn } from '../lists/use-list-address.ts';
import { useMay } from '../../platform/session/use-may.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { listButtons } from '../screen-rules.ts';
import type { useExport } from './use-export.tsx';

type Query = [string, string][];

/** Exports a list with its columns in order: every matching row, or only the ticked ones. */
export function ExportButton({ list, exporting: { busy, run } }: { list: List; exporting: ReturnType<typeof useExport> }) {
  const { resource, state, selected } = list;
  const may = useMay(resource.name);
  const { message } = useApp();
  const matching = matchQuery(state);
  const total = useTotal(list, matching);
  if (!listButtons(resource, may).includes('export')) return null;

  const columns = columnsIn(resource, list.columns, list.kind !== undefined)
    .filter(({ name, shown }) => shown && resource.export.includes(name))
    .map(({ name }) => name);
  const withColumns = (query: Query): Query => (columns.length === 0 ? query : [...query, ['columns', columns.join(',')]]);
  const exportAll = () => void run(withColumns(matching));
  const exportTicked = () => {
    if (selected.length > limits.deleteIds) return void message.warning(`一次最多导出所选的 ${limits.deleteIds} 条`);
    void run(withColumns([...matching.filter(([name]) => name === 'sort'), ['ids', selected.map(({ id }) => id).join(',')]]));
  };
  const buttonProps = { icon: <ExportOutlined aria-hidden />, loading: busy, children: '导出' };
  if (selected.length === 0) return <Button {...buttonProps} onClick={exportAll} />;
  const items = [
    { key: 'ticked', label: `导出所选 (${selected.length})`, onClick: exportTicked },
    { key: 'all', label: total === undefined ? '导出全部' : `导出全部 (${total})`, onClick: exportAll },
  ];
  return <DropdownButton {...buttonProps} actions={items} />;
}

/** The number of matching rows, in words. A tree's page counts only its roots, so there the number is fetched. */
function useTotal({ resource, kind, page, selected }: List, matching: Query): string | undefined {
  const query: Query = [...matching, ['index', '0'], ['limit', '1']];
  const asked = useQuery({
    queryKey: [resource.name, 'total', query],
    queryFn: ({ signal }) => readPage(resource.name, query, signal),
    enabled: kind === 'roots' && selected.length > 0,
  });
  const { data } = kind === 'roots' ? asked : page;
  return data === undefined ? undefined : `${data.approximate ? '约 ' : ''}${grouped(data.total)}`;
}
