import { EditOutlined, ExpandAltOutlined } from '@ant-design/icons';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useMay } from '../../platform/session/use-may.ts';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import type { Opened } from '../hooks/use-opened.ts';
import { useScreen } from '../hooks/use-screen.ts';
import { rowButtons } from '../screen-rules.ts';
import { RecordDetails } from './record-details.tsx';
import { RecordTabs } from './record-tabs.tsx';

interface RecordReadProps {
  resource: Resource;
  row: Values;
  opened: Opened;
  editable?: ((row: Values) => boolean) | undefined;
  ownPage: boolean;
}

/** A record to read beside its list, with the way to edit it there and to a page of its own. */
export function RecordRead({ resource, row, opened: { watchRecord, edit }, editable, ownPage }: RecordReadProps) {
  const screen = useScreen();
  const may = useMay(resource.name);
  const [tab, setTab] = useState<string>();
  const changeable = rowButtons(resource, may, editable?.(row) !== false).includes('edit');
  useEffect(() => watchRecord(changeable ? edit : undefined));
  useEffect(() => () => watchRecord(undefined), [watchRecord]);
  return (
    <>
      <RecordTabs resource={resource} row={row} onOpen={setTab}>
        <RecordDetails resource={resource} row={row} />
      </RecordTabs>
      {(ownPage || changeable) && (
        <div className="crud-drawer-foot">
          {ownPage && (
            <Button
              icon={<ExpandAltOutlined aria-hidden />}
              onClick={() => screen.toView(asText(row['id']), tab === undefined ? {} : { tab })}
            >
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
