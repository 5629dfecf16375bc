import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Button, Drawer, Grid } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Values } from '../fields/field-kit.ts';
import { useEditor, type Editor } from '../hooks/use-editor.ts';
import { useLeave } from '../hooks/use-leave.ts';
import { RecordDetails } from './record-details.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordLoader } from './record-loader.tsx';
import { RecordTabs } from './record-tabs.tsx';

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

/** A record beside its list, for resources without a page of their own for it. */
export function RecordDrawer({ resource, opened: { id, editing, preset }, close }: RecordDrawerProps) {
  const narrow = Grid.useBreakpoint().md === false;
  // Goes before it is taken away, so that the focus returns to where it was.
  const [open, setOpen] = useState(true);
  const editor = useRef<Pick<Editor, 'changed' | 'discard'>>(undefined);
  const ask = useLeave();
  const hide = () => setOpen(false);
  const leave = () =>
    ask(editor.current?.changed() ?? false, () => {
      editor.current?.discard();
      hide();
    });
  const doing = id === 'new' ? '新增' : editing ? '编辑' : '查看';
  const watch = useCallback((form: Editor) => void (editor.current = form), []);
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
            <EditPanel resource={resource} start={{ ...row, ...preset }} close={hide} leave={leave} watch={watch} />
          ) : (
            <RecordTabs resource={resource} row={row}>
              <RecordDetails resource={resource} row={row} column={1} />
            </RecordTabs>
          )
        }
      </RecordLoader>
    </Drawer>
  );
}

interface EditPanelProps {
  resource: Resource;
  start: Values;
  close: () => void;
  leave: () => void;
  /** Told of the form, to see whether something was typed and to throw it away. */
  watch: (editor: Editor) => void;
}

function EditPanel({ resource, start, close, leave, watch }: EditPanelProps) {
  const editor = useEditor(resource, start, close);
  useEffect(() => watch(editor));
  return (
    <>
      <RecordForm editor={editor} />
      <div className="crud-drawer-foot">
        <Button onClick={leave}>取消</Button>
        <Button type="primary" loading={editor.saving} onClick={editor.submit}>
          保存
        </Button>
      </div>
    </>
  );
}
