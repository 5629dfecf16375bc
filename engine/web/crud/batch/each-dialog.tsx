import { Button, Modal, Progress } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useBusy } from '../../platform/timing/use-busy.ts';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { asText } from '../fields/as-text.ts';
import { focusRowOf } from '../hooks/focus-next-row.ts';
import { notifyUndoable } from '../../platform/ui/notify-undoable.tsx';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { undoOf } from './plan-changes.ts';
import { countOutcomes, noAnswer, sendEach, type Change, type EachCall, type Outcome } from './send-each.ts';
import { revertChanges } from './revert-changes.ts';
import './batch.css';

interface EachDialogProps extends EachCall {
  title: string;
  /** The verb on the button, such as 修改. */
  verb: string;
  changes: readonly Change[];
  /** Validates before anything is sent; rejects while the form has errors. */
  validate?: () => Promise<object>;
  /** Called with the records that were changed, and with those that somebody else had changed, as they are stored. */
  onDone: (saved: readonly AnyRow[], changedByOthers: readonly AnyRow[]) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms a change of many records, changes them one after the other, and reports which failed and why. */
export function EachDialog({ resource, call, title, verb, changes, validate, onDone, onClose, children }: EachDialogProps) {
  const { message } = useApp();
  const queries = useQueryClient();
  const { hide, closing } = useClosing(onClose);
  const [doneCount, setDoneCount] = useState<number>();
  const [ended, setEnded] = useState<{ outcomes: readonly Outcome[]; of: readonly Change[]; undo: () => Promise<void> }>();
  const stopRequested = useRef(false);
  const refresh = () => queries.invalidateQueries({ queryKey: [resource.name] });

  const run = async (): Promise<void> => {
    if ((await validate?.().catch(() => false)) === false) return;
    const of = changes;
    setDoneCount(0);
    const outcomes = await sendEach({ resource, call }, of, { onProgress: setDoneCount, stopped: () => stopRequested.current });
    const saved = outcomes.flatMap((outcome) => outcome.saved ?? []);
    const undo = () => revertChanges(resource, undoOf(of, saved), { message, queries });
    onDone(
      saved,
      outcomes.flatMap(({ current }) => current ?? []),
    );
    void refresh();
    if (saved.length < of.length) return setEnded({ outcomes, of, undo });
    hide();
    notifyUndoable(message, `已${verb} ${grouped(saved.length)} 条`, undo);
    focusRowOf(saved.map(({ id }) => id));
  };
  const busy = doneCount !== undefined && ended === undefined;
  const footer = (
    <>
      <Button onClick={() => (busy ? (stopRequested.current = true) : hide())}>{busy ? '停止' : '取消'}</Button>
      <Button type="primary" loading={busy} disabled={changes.length === 0} onClick={() => void run()}>
        {changes.length === 0 ? verb : `${verb} ${grouped(changes.length)} 条`}
      </Button>
    </>
  );
  return (
    <Modal
      {...closing}
      title={title}
      width={600}
      footer={ended === undefined ? footer : <EndedFoot {...ended} close={hide} />}
      mask={{ closable: false }}
      closable={!busy}
      keyboard={!busy}
      onCancel={hide}
    >
      {ended === undefined ? children : <EachResult resource={resource} verb={verb} {...ended} />}
      {busy && changes.length > 0 && <Progress percent={Math.round((doneCount / changes.length) * 100)} aria-label={`${title}的进度`} />}
    </Modal>
  );
}

type Ended = { outcomes: readonly Outcome[]; of: readonly Change[] };

/** How many records were changed, and the name and reason of each that was not, or may not have been. */
function EachResult({ resource, verb, outcomes, of }: Ended & { resource: EachCall['resource']; verb: string }) {
  const failed = outcomes.filter(({ why }) => why !== undefined);
  const unknown = failed.some(({ why }) => why === noAnswer);
  const unsent = of.length - outcomes.length;
  return (
    <div role="status" className="each-result">
      <p>{`${countOutcomes(verb, outcomes)}${failed.length === 0 ? '。' : '：'}`}</p>
      {failed.length > 0 && (
        <ul aria-label={`${unknown ? '没有确认' : '没有'}${verb}的${resource.title}`}>
          {failed.map(({ row, why }) => (
            <li key={row.id}>
              <strong>{asText(row[resource.label])}</strong>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      )}
      {unsent > 0 && <p>还有 {grouped(unsent)} 条没有轮到。</p>}
    </div>
  );
}

function EndedFoot({ outcomes, undo, close }: Ended & { undo: () => Promise<void>; close: () => void }) {
  const saved = outcomes.filter((outcome) => outcome.saved !== undefined).length;
  const [busy, work] = useBusy();
  return (
    <>
      {saved > 0 && (
        <Button loading={busy} onClick={() => void work(() => undo().then(close))}>
          撤销已改的 {grouped(saved)} 条
        </Button>
      )}
      <Button type="primary" autoFocus onClick={close}>
        知道了
      </Button>
    </>
  );
}
