import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Drawer } from 'antd';
import { useCallback, useRef } from 'react';
import { asDeclared } from '../as-declared.ts';
import type { Values } from '../fields/field-kit.ts';
import type { Editor } from '../hooks/use-editor.ts';
import { type Shown, titleOf } from '../hooks/use-opened.ts';
import { useLeave } from '../../platform/feedback/use-leave.ts';
import { RecordDetails } from './record-details.tsx';
import { RecordEdit } from './record-edit.tsx';
import { RecordLoader } from './record-loader.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';

interface RecordDrawerProps {
  resource: Resource;
  opened: Shown;
  close: () => void;
  /** Where this is false, of a new record too, the form says that it can no longer be saved. */
  editable?(this: void, row: Values): boolean;
}

/**
 * A record in a drawer, for custom pages; lists open their records by `list-beside.tsx`.
 * @example
 * export const OrgBeside = ({ id, close }: { id: string; close: () => void }) => (
 *   <RecordDrawer resource={org} opened={{ id, editing: false }} close={close} />
 * );
 */
export function RecordDrawer({ resource: named, opened, close, editable }: RecordDrawerProps) {
  const resource = asDeclared(named);
  const narrow = !useWide('md');
  const { hide, closing } = useClosing(close);
  const { id, editing, preset } = opened;
  const editor = useRef<Pick<Editor, 'changed' | 'discard'>>(undefined);
  const watch = useCallback((form: typeof editor.current) => void (editor.current = form), []);
  const confirmLeave = useLeave();
  const leave = () =>
    confirmLeave(editor.current?.changed() ?? false, () => {
      editor.current?.discard();
      hide();
    });
  return (
    <Drawer {...closing} title={titleOf(resource, opened)} size={narrow ? '100%' : 560} onClose={leave}>
      <RecordLoader resource={resource} id={id}>
        {(row) =>
          editing ? (
            <RecordEdit {...{ resource, watch, leave, editable }} start={{ ...row, ...preset }} saved={hide} />
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
