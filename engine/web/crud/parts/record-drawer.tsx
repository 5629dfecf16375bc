import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Drawer } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { asDeclared } from '../as-declared.ts';
import type { Values } from '../fields/field-kit.ts';
import type { Editor } from '../hooks/use-editor.ts';
import { useLeave } from '../hooks/use-leave.ts';
import { RecordDetails } from './record-details.tsx';
import { RecordEdit } from './record-edit.tsx';
import { RecordLoader } from './record-loader.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { useWide } from '../../platform/appearance/use-wide.ts';

/** What a drawer shows: a stored record to read or to edit, or with the id `new` one to be, with values given before. */
export interface Opened {
  id: string;
  editing: boolean;
  preset?: Values;
}

interface RecordDrawerProps {
  resource: Resource;
  opened: Opened;
  close: () => void;
}

/**
 * A record over whatever shows it, for a page of one's own; lists open theirs by `list-beside.tsx`.
 * @example
 * export const OrgBeside = ({ id, close }: { id: string; close: () => void }) => (
 *   <RecordDrawer resource={org} opened={{ id, editing: false }} close={close} />
 * );
 */
export function RecordDrawer({ resource: named, opened: { id, editing, preset }, close }: RecordDrawerProps) {
  const resource = asDeclared(named);
  const narrow = !useWide('md');
  // Goes before it is taken away, so that the focus returns to where it was.
  const [open, setOpen] = useState(true);
  const editor = useRef<Pick<Editor, 'changed' | 'discard'>>(undefined);
  const watch = useCallback((form: typeof editor.current) => void (editor.current = form), []);
  const ask = useLeave();
  const hide = () => setOpen(false);
  const leave = () =>
    ask(editor.current?.changed() ?? false, () => {
      editor.current?.discard();
      hide();
    });
  const doing = id === 'new' ? '新增' : editing ? '编辑' : '查看';
  return (
    <Drawer
      open={open}
      title={doing + resource.title}
      size={narrow ? '100%' : 560}
      onClose={leave}
      afterOpenChange={(shown) => void (shown || close())}
    >
      <RecordLoader resource={resource} id={id}>
        {(row) =>
          editing ? (
            <RecordEdit resource={resource} start={{ ...row, ...preset }} watch={watch} leave={leave} saved={hide} />
          ) : (
            <RecordTabs resource={resource} row={row}>
              <RecordDetails resource={resource} row={row} />
            </RecordTabs>
          )
        }
      </RecordLoader>
    </Drawer>
  );
}
