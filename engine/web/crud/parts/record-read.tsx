import { EditOutlined, ExpandAltOutlined } from '@ant-design/icons';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useMay } from '../../platform/session/use-may.ts';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import type { Action } from '../action.ts';
import type { Opened } from '../hooks/use-opened.ts';
import type { RowHandlers } from '../hooks/use-row-actions.ts';
import { useScreen } from '../hooks/use-screen.ts';
import { rowButtons } from '../screen-rules.ts';
import { RecordDetails } from './record-details.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { RowActions } from './row-actions.tsx';

/** The props of a record open beside its list. */
export interface BesideProps extends Pick<RowHandlers, 'editable'> {
  resource: Resource;
  opened: Opened;
  /** Its further actions. */
  actionsOf: (row: AnyRow) => readonly Action<AnyRow>[];
  /** Whether it also has a separate page. */
  ownPage: boolean;
}

/** A record's details beside its list, with buttons to edit it there and to open its separate page. */
export function RecordRead({ resource, row, opened: { watchRecord, edit }, editable, actionsOf, ownPage }: BesideProps & { row: Values }) {
  const screen = useScreen();
  const may = useMay(resource.name);
  const [tab, setTab] = useState<string>();
  const [gone, setGone] = useState(false);
  const changeable = !gone && rowButtons(resource, may, editable?.(row) !== false).includes('edit');
  const stored = { ...row, id: asText(row['id']), version: Number(row['version'] ?? 0) };
  const more = actionsOf(stored);
  useEffect(() => watchRecord(changeable ? edit : undefined));
  useEffect(() => () => watchRecord(undefined), [watchRecord]);
  return (
    <>
      <RecordTabs resource={resource} row={row} onOpen={setTab}>
        <RecordDetails resource={resource} row={row} onGone={setGone} />
      </RecordTabs>
      {!gone && (ownPage || changeable || more.length > 0) && (
        <div className="crud-drawer-foot">
          <RowActions row={stored} called={asText(row[resource.label])} actions={more} narrow={ownPage || changeable} />
          {ownPage && (
            <Button icon={<ExpandAltOutlined aria-hidden />} onClick={() => screen.toView(stored.id, tab === undefined ? {} : { tab })}>
              打开完整页面
            </Button>
          )}
          {changeable && (
            <Button type="primary" icon={<EditOutlined aria-hidden />} title="编辑（E）" onClick={edit}>
              编辑
            </Button>
          )}
        </div>
      )}
    </>
  );
}
