import { Button, Space } from 'antd';
import type { AnyRow } from 'back-office/contract';
import { type Opened, RecordDrawer, useDelete, useMay, type Values } from 'back-office/web';
import { useState } from 'react';
import { states } from '../agreement.ts';
import { agreementLine } from '../agreement-line.ts';
import { RecordTable } from './record-table.tsx';
import { useRows } from './use-rows.ts';

const names = ['lineName', 'lineQuantity', 'linePrice', 'lineRemark'];

/** The lines of an agreement, beside it; while it is a draft they are added, edited and deleted here. */
export function LinesTab({ row: { id, agreementName, agreementState } }: { row: Values }) {
  const [opened, setOpened] = useState<Opened>();
  const may = useMay(agreementLine.name);
  const remove = useDelete(agreementLine, () => undefined, undefined);
  const rows = useRows(agreementLine.name, `eq=acmeAgreementId:${String(id)}&limit=1000`);
  const isDraft = agreementState === states.draft;
  const preset = { acmeAgreementId: id, acmeAgreementIdLabel: agreementName };
  const actionsOf = (row: AnyRow) => (
    <Space>
      {may('edit') && (
        <Button type="link" size="small" onClick={() => setOpened({ id: row.id, editing: true })}>
          编辑
        </Button>
      )}
      {may('delete') && (
        <Button type="link" size="small" danger onClick={() => remove([row])}>
          删除
        </Button>
      )}
    </Space>
  );
  return (
    <>
      {isDraft && may('add') && (
        <Button onClick={() => setOpened({ id: 'new', editing: true, preset })} style={{ marginBottom: 12 }}>
          新增明细
        </Button>
      )}
      <RecordTable resource={agreementLine} names={names} rows={rows} last={isDraft ? actionsOf : undefined} />
      {opened !== undefined && <RecordDrawer resource={agreementLine} opened={opened} close={() => setOpened(undefined)} />}
    </>
  );
}
