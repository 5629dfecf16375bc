import { Alert, Modal, Radio, Space, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { List } from '../../crud/lists/use-list.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { chosenTable } from './chosen-table.ts';
import { printTable } from './print-table.ts';
import type { ShownRow } from '../../crud/lists/shown-rows.ts';
import { type Choice, countsOf } from './counts-of.ts';
import { maxPrintedRows, rowsToPrint } from './rows-to-print.ts';
import { RowsTable } from './rows-table.tsx';

const labels: Record<Choice, string> = { ticked: '所选', shown: '本页', all: '符合条件的全部' };

export interface PrintListProps {
  list: List;
  onClose: () => void;
}

/** Asks which rows of a list to print, and prints them. */
export function PrintListDialog({ list, onClose }: PrintListProps) {
  const counts = countsOf(list);
  const choices = (['ticked', 'shown', 'all'] as const).flatMap((choice) => {
    const count = counts[choice];
    return count === undefined ? [] : [{ choice, count, isTooMany: count !== 'uncounted' && count > maxPrintedRows }];
  });
  const [choice, setChoice] = useState<Choice | undefined>(choices.find(({ isTooMany }) => !isTooMany)?.choice);
  const [rows, setRows] = useState<readonly ShownRow[]>();
  const [busy, setBusy] = useState(false);
  const [issue, setIssue] = useState<string>();
  const draft = useRef<HTMLDivElement>(null);
  const read = async (): Promise<void> => {
    if (choice === undefined) return;
    setBusy(true);
    setIssue(undefined);
    try {
      setRows(await rowsToPrint(list, choice));
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  useEffect(() => {
    if (rows === undefined || draft.current === null) return;
    chosenTable.set(printTable(draft.current));
    print();
    onClose();
  }, [rows, onClose]);
  return (
    <Modal
      open
      title={`打印${list.resource.title}`}
      width={420}
      okText="打印"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: choice === undefined, autoFocus: true }}
      onOk={() => void read()}
      onCancel={onClose}
    >
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 12 }} />}</div>
      <Radio.Group
        aria-label="打印哪些"
        value={choice}
        onChange={({ target: { value } }) => setChoice(choices.find((each) => each.choice === value)?.choice)}
      >
        <Space orientation="vertical">
          {choices.map(({ choice: value, count, isTooMany }) => (
            <Radio key={value} value={value} disabled={isTooMany}>
              {labels[value]}
              {count !== 'uncounted' && ` ${grouped(count)} 条`}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
      {choices.some(({ isTooMany }) => isTooMany) && (
        <Typography.Paragraph type="secondary" style={{ margin: '12px 0 0' }}>
          一次最多打印 {grouped(maxPrintedRows)} 条：可以先筛选，或改用“导出”。
        </Typography.Paragraph>
      )}
      <div ref={draft} hidden>
        {rows !== undefined && <RowsTable list={list} rows={rows} />}
      </div>
    </Modal>
  );
}
