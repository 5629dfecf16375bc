import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useMay } from '../../platform/session/use-may.ts';
import { RefusalAlert } from '../../platform/states/refusal-alert.tsx';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { useEditor } from '../hooks/use-editor.ts';
import type { Opened } from '../hooks/use-opened.ts';
import { saveRefusal } from '../screen-rules.ts';
import { RecordForm } from './record-form.tsx';

interface RecordEditProps {
  resource: Resource;
  start: Values;
  /** Registers the form, so that its input can be detected, discarded and saved. */
  watch: Opened['watchForm'];
  leave: () => void;
  saved: () => void;
  editable?: ((row: Values) => boolean) | undefined;
}

/** The form of a record beside its list. */
export function RecordEdit({ resource, start, watch, leave, saved, editable }: RecordEditProps) {
  const may = useMay(resource.name);
  const isNew = asText(start['id']) === '';
  const editor = useEditor(resource, start, (_, stays) => stays || saved());
  useEffect(() => watch(editor));
  useEffect(() => () => watch(undefined), [watch]);
  return (
    <>
      <RefusalAlert refusal={saveRefusal(resource, may, isNew, editable?.(start) === false)} />
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
