import type { Resource } from '@back-office/contract/resource/resource.ts';
import { App, Button, Drawer, Grid } from 'antd';
import { useRef, type RefObject } from 'react';
import type { Values } from '../../fields/field-kit.ts';
import { useEditor } from '../hooks/use-editor.ts';
import { RecordDetails } from './record-details.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordLoader } from './record-loader.tsx';

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
  const leave = useRef(close);
  const doing = id === 'new' ? '新增' : editing ? '编辑' : '查看';
  return (
    <Drawer open title={doing + resource.title} size={narrow ? '100%' : 560} onClose={() => leave.current()}>
      <RecordLoader resource={resource} id={id}>
        {(row) =>
          editing ? (
            <EditPanel resource={resource} start={{ ...row, ...preset }} close={close} leave={leave} />
          ) : (
            <RecordDetails resource={resource} row={row} column={1} />
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
  /** Filled with the way out that asks first when something was typed. */
  leave: RefObject<() => void>;
}

function EditPanel({ resource, start, close, leave }: EditPanelProps) {
  const { modal } = App.useApp();
  const editor = useEditor(resource, start, close);
  leave.current = () => {
    if (!editor.changed()) return close();
    modal.confirm({ title: '放弃已填写的内容？', okText: '放弃', cancelText: '继续编辑', okButtonProps: { danger: true }, onOk: close });
  };
  return (
    <>
      <RecordForm editor={editor} />
      <div className="crud-drawer-foot">
        <Button onClick={() => leave.current()}>取消</Button>
        <Button type="primary" loading={editor.saving} onClick={editor.submit}>保存</Button>
      </div>
    </>
  );
}
