import { templateName, type SavedImport } from '@back-office/contract/calls/import.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { startTransition, useRef, useState } from 'react';
import { dangerous } from '../../platform/feedback/dangerous.ts';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { useDirty } from '../../platform/tabs/use-dirty.ts';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import { useLeave } from '../../platform/tabs/use-leave.ts';
import { FileStep } from './file-step.tsx';
import './import-dialog.css';
import { openImport, OpenRefused, type ImportWorker, type OpenSheet } from './table/open-import.ts';
import { readChoices } from './read-choices.ts';
import { refuseFiles } from './table/refuse-files.ts';
import { ResultStep } from './result-step.tsx';
import { TableStep } from './table-step.tsx';

type Step =
  | { kind: 'file'; reading: boolean; details: readonly string[] }
  | { kind: 'table'; sheet: OpenSheet; fileName: string }
  | { kind: 'result'; sheet: OpenSheet; saved: SavedImport; id: string };

const start: Extract<Step, { kind: 'file' }> = { kind: 'file', reading: false, details: [] };

const leavingTable = { title: '放弃导入？', content: '表格中的数据还没有保存。', okText: '放弃', cancelText: '继续导入' };
const leavingSaving = {
  title: '正在保存，确定离开？',
  content: '导入已经开始，不能取消，离开后仍会完成：结果在“最近导入”中，可以撤销；新账号的一次性密码将不再给出。',
  okText: '离开',
  cancelText: '继续等待',
};
const leavingPasswords = { title: '没有下载密码，确定离开？', content: '密码只在这里给出一次。', okText: '离开', cancelText: '返回下载' };

/** The import dialog: choosing a file, then reviewing and fixing its rows, then the result (docs/spec.md 4). */
export function ImportDialog({ resource, close }: { resource: Resource; close: () => void }) {
  const { message, modal } = useApp();
  const queries = useQueryClient();
  const { hide, closing } = useClosing(close);
  const [step, setStep] = useState<Step>(start);
  const sheet = step.kind === 'file' ? undefined : step.sheet;
  // True while nobody has copied or downloaded the import's one-time passwords.
  const [passwordsPending, setPasswordsPending] = useState(false);
  const [saving, setSaving] = useState(false);
  const unsaved = step.kind === 'table' || passwordsPending;
  // The worker of the chosen file, null once the dialog is left; results of any other are ignored.
  const worker = useRef<ImportWorker | null>(undefined);
  const endWorker = (next?: null): void => {
    const ended = worker.current;
    worker.current = next;
    ended?.end();
  };
  const clean = useDirty(unsaved, endWorker);
  useLeave(() => endWorker(null));
  useKeepAlive(step.kind === 'file' && step.reading);

  const choose = async (files: readonly File[], takeWorker: () => ImportWorker): Promise<void> => {
    const refusal = refuseFiles(files, templateName(resource));
    const [file] = files;
    if (refusal !== undefined) return void message.error(refusal, limits.messageSeconds);
    if (file === undefined) return;
    setStep({ ...start, reading: true });
    try {
      const opened = await openImport(file, resource, await readChoices(queries, resource), takeWorker);
      if (worker.current === null) return opened.worker.end();
      worker.current = opened.worker;
      // A transition, which renders in slices: the grid and its surroundings at once would block the page.
      startTransition(() => setStep({ kind: 'table', sheet: opened, fileName: file.name }));
    } catch (error) {
      fail(error);
    }
  };
  const fail = (error: unknown): void => {
    endWorker();
    void message.error(error instanceof Error ? error.message : String(error), limits.messageSeconds);
    setStep({ ...start, details: error instanceof OpenRefused ? error.details : [] });
  };
  const refused = (error: unknown): undefined => void (worker.current === sheet?.worker && fail(error));
  const restart = (): void => {
    endWorker();
    setStep(start);
  };
  const leave = (go = hide): void => {
    if (!unsaved) return go();
    modal.confirm({
      ...(saving ? leavingSaving : passwordsPending ? leavingPasswords : leavingTable),
      ...dangerous,
      onOk: () => {
        clean();
        setPasswordsPending(false);
        go();
      },
    });
  };
  const done = (saved: SavedImport, id: string): void => {
    setPasswordsPending(saved.passwords.length > 0);
    if (saved.passwords.length === 0) clean();
    if (sheet !== undefined) startTransition(() => setStep({ kind: 'result', sheet, saved, id }));
    void queries.invalidateQueries({ queryKey: [resource.name] });
  };
  return (
    <Modal
      {...closing}
      title={`导入${resource.title}`}
      width={step.kind === 'table' ? 'min(1400px, calc(100vw - 32px))' : 640}
      footer={null}
      mask={{ closable: false }}
      keyboard={step.kind !== 'table'}
      onCancel={() => leave()}
      className="import-dialog"
    >
      {step.kind === 'file' && (
        <FileStep resource={resource} reading={step.reading} details={step.details} choose={(...chosen) => void choose(...chosen)} />
      )}
      {step.kind === 'table' && <TableStep {...step} {...{ resource, done, setSaving, refused, restart }} leave={() => leave()} />}
      {step.kind === 'result' && (
        <ResultStep
          {...step}
          {...{ resource, passwordsPending }}
          onPasswordsKept={() => setPasswordsPending(false)}
          again={() => leave(restart)}
          close={() => leave()}
        />
      )}
    </Modal>
  );
}
