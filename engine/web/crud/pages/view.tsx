import { ArrowLeftOutlined, EditOutlined, EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { parentFieldOf, sharedByParent, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Button } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import { useTabName } from '../../platform/tabs/tab-context.ts';
import { useKeptOpen } from '../../platform/session/use-kept-open.ts';
import { useMay } from '../../platform/session/use-may.ts';
import type { Action } from '../action.ts';
import { overlay } from '../drafts/merge-draft.ts';
import { pick, useEditor } from '../hooks/use-editor.ts';
import { EditKey, useSaveKey } from '../hooks/record-keys.ts';
import { useLeave } from '../../platform/feedback/use-leave.ts';
import { useScreen } from '../hooks/use-screen.ts';
import { RowActions } from '../parts/row-actions.tsx';
import { StickyBar } from '../parts/sticky-bar.tsx';
import { RecordDetails } from '../parts/record-details.tsx';
import { RecordForm } from '../parts/record-form.tsx';
import { RecordLoader } from '../parts/record-loader.tsx';
import { RecordTabs } from '../parts/record-tabs.tsx';
import { offersEdit, saveRefusal, viewActions } from '../screen-rules.ts';
import { focusHeading } from '../../platform/keyboard/focus-heading.ts';
import { RefusalAlert } from '../../platform/states/refusal-alert.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';

/** The props as the view's components take them, for any resource. */
export interface ViewProps {
  resource: Resource;
  /** `new` for a new record. */
  id: string;
  actions?: readonly Action<Values>[];
  /** A record that is not editable offers no edit. */
  editable?(this: void, row: Values): boolean;
  /** Whether something beside the form, such as its attachments, would be lost with the input. */
  unsaved?: boolean;
  /** Called with the saved record, which may contain values that the server returns only once. */
  onSaved?(this: void, record: AnyRow): void;
}

/** A record's page: to read, or with ?edit=1 to edit. */
export function View(props: ViewProps) {
  const { resource, id } = props;
  const screen = useScreen();
  const toList = () => screen.toList({ replace: true });
  return (
    <RecordLoader key={id} resource={resource} id={id} toList={toList} frame={(state) => <div className="crud-card">{state}</div>}>
      {(row) => <Page {...props} row={row} />}
    </RecordLoader>
  );
}

function Page({ row, ...props }: ViewProps & { row: Values }) {
  const { resource, id, editable } = props;
  const [search] = useSearchParams();
  const may = useMay(resource.name);
  const editRequested = resource.operations.includes('save') && (id === 'new' || search.get('edit') === '1');
  const refusal = saveRefusal(resource, may, id === 'new', editable?.(row) === false);
  if (useKeptOpen(editRequested ? id : undefined, refusal === undefined) === undefined) return <Reading {...props} row={row} />;
  const [above, within] = [search.get('parent'), search.get('within')];
  const preset = {
    ...(above === null ? {} : { [parentFieldOf(resource) ?? '']: above }),
    ...(within === null ? {} : { [sharedByParent(resource) ?? '']: within }),
  };
  return <Editing {...props} start={{ ...row, ...preset }} refusal={refusal} />;
}

function Reading({ resource, id, row, actions = [], editable }: ViewProps & { row: Values }) {
  const screen = useScreen();
  const may = useMay(resource.name);
  const tab = useSearchParams()[0].get('tab') ?? undefined;
  const { message } = useApp();
  const [gone, setGone] = useState(false);
  const refusal = saveRefusal(resource, may, false);
  useTabName(asText(row[resource.label]));
  const edit = () => (refusal === undefined ? screen.toView(id, { edit: '1' }, { replace: true }) : void message.info(refusal));
  return (
    <>
      <StickyBar label={`${resource.title}工具栏`}>
        <Back resource={resource} leave={() => screen.toList()} title={asText(row[resource.label])} />
        <Extra actions={gone ? [] : viewActions(actions, may, false)} row={row} title={asText(row[resource.label])} />
        {!gone && offersEdit(resource, may) && editable?.(row) !== false && (
          // Without the right to save the button stays clickable, to say so.
          <>
            <EditKey edit={edit} />
            <Button type="primary" icon={<EditOutlined aria-hidden />} aria-disabled={refusal !== undefined} title={refusal} onClick={edit}>
              编辑
            </Button>
          </>
        )}
      </StickyBar>
      <div className="crud-card">
        <RecordTabs key={tab} first={tab} resource={resource} row={row}>
          <RecordDetails resource={resource} row={row} onGone={setGone} />
        </RecordTabs>
      </div>
    </>
  );
}

/** `refusal` is why a save would be refused by now. */
type EditingProps = ViewProps & { start: Values; refusal: string | undefined };

function Editing({ resource, id, start, refusal, actions = [], editable, onSaved, unsaved = false }: EditingProps) {
  const screen = useScreen();
  const confirmLeave = useLeave();
  const may = useMay(resource.name);
  const [previewed, setPreviewed] = useState<Values>();
  const editor = useEditor(resource, start, (record, stays) => {
    // First: leaving may end a hidden tab, and with it what the page keeps for the record.
    onSaved?.(record);
    if (!stays) screen.toView(record.id, {}, { replace: true });
  });
  const leave = () =>
    confirmLeave(unsaved || editor.changed(), () => {
      editor.discard();
      // Replacing the address closes the tab of the cancelled new record.
      if (id === 'new') screen.toList({ replace: true });
      else screen.toView(id, {}, { replace: true });
    });
  const locked = editable?.(start) === false;
  const leaveIfUnchanged = useEffectEvent(() => unsaved || editor.changed() || leave());
  useEffect(() => void (locked && leaveIfUnchanged()), [locked]);
  useTabName(id === 'new' ? `新增${resource.title}` : asText(start[resource.label]));
  const preview = () =>
    setPreviewed(previewed === undefined ? overlay(editor.base, pick(resource, editor.form.getFieldsValue(true))) : undefined);
  const save = (): void => {
    setPreviewed(undefined);
    editor.submit();
  };
  useSaveKey(() => editor.saving || save());
  // When the form is removed, its focus is lost: move it to the heading.
  useEffect(() => () => void (document.activeElement === document.body && focusHeading()), []);
  return (
    <>
      <StickyBar label={`${resource.title}工具栏`}>
        <Back resource={resource} leave={leave} wait={editor.saving} title={`${id === 'new' ? '新增' : '编辑'}${resource.title}`} />
        <Extra actions={viewActions(actions, may, true)} row={start} title={asText(start[resource.label])} />
        <Button icon={previewed === undefined ? <EyeOutlined aria-hidden /> : <EditOutlined aria-hidden />} onClick={preview}>
          {previewed === undefined ? '预览' : '继续编辑'}
        </Button>
        <Button type="primary" icon={<SaveOutlined aria-hidden />} loading={editor.saving} onClick={save}>
          保存
        </Button>
      </StickyBar>
      <RefusalAlert refusal={refusal} />
      {previewed !== undefined && (
        <div className="crud-card">
          <RecordDetails resource={resource} row={previewed} />
        </div>
      )}
      <div className="crud-card" hidden={previewed !== undefined}>
        <RecordForm editor={editor} />
      </div>
    </>
  );
}

/** `wait` while the input is being saved: it must not ask whether to discard it. */
const Back = ({ resource, leave, title, wait = false }: { resource: Resource; leave: () => void; title: string; wait?: boolean }) => (
  <>
    <IconButton type="text" icon={ArrowLeftOutlined} label={`返回${resource.title}列表`} disabled={wait} onClick={leave} />
    <strong className="crud-bar-title">{title}</strong>
  </>
);

/** Shows several actions as a menu where their labels would push 编辑 onto another line. */
function Extra({ actions, row, title }: { actions: readonly Action<Values>[]; row: Values; title: string }) {
  const wide = useWide('sm');
  const offered = actions.filter((action) => action.offered?.(row) !== false);
  if (!wide && offered.length > 1) return <RowActions row={row} called={title} actions={offered} narrow />;
  return offered.map(({ label, icon, danger = false, run }) => (
    <Button key={label} icon={icon} danger={danger} onClick={() => run(row)}>
      {label}
    </Button>
  ));
}
