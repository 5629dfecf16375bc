import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Button } from 'antd';
import { useEffect } from 'react';
import type { Values } from '../fields/field-kit.ts';
import { useEditor } from '../hooks/use-editor.ts';
import type { Opened } from '../hooks/use-opened.ts';
import { RecordForm } from './record-form.tsx';

interface RecordEditProps {
  resource: Resource;
  start: Values;
  /** Registers the form, so that its input can be detected, discarded and saved. */
  watch: Opened['watchForm'];
  leave: () => void;
  saved: () => void;
}

/** The form of a record beside its list. */
export function RecordEdit({ resource, start, watch, leave, saved }: RecordEditProps) {
  const editor = useEditor(resource, start, (_, stays) => stays || saved());
  useEffect(() => watch(editor));
  useEffect(() => () => watch(undefined), [watch]);
  return (
    <>
      <RecordForm editor={editor} />
      <div className="crud-drawer-foot">
        <Button disabled={editor.saving} onClick={leave}>
          取消
        </Button>
        <Button type="primary" loading={editor.saving} onClick={editor.submit} title="保存（Ctrl+S）">
          保存
        </Button>
      </div>
    </>
  );
}
