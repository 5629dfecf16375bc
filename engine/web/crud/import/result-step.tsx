import type { SavedImport } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Alert, Button, Result, Space } from 'antd';
import { useState } from 'react';
import { useApp } from '../../platform/feedback/use-app.ts';
import { saveAs } from '../../platform/request/save-as.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { workbookFile } from './workbook-file.ts';
import { startWorker } from './table/open-import.ts';
import { UndoButton } from './undo-button.tsx';

/** Lines per message to the worker: fifty thousand in one message would block the page. */
const linesAtOnce = 2000;

interface ResultStepProps {
  resource: Resource;
  id: string;
  saved: SavedImport;
  /** Nobody has copied or downloaded its passwords yet. */
  passwordsPending: boolean;
  onPasswordsKept: () => void;
  again: () => void;
  close: () => void;
}

/** What was imported and what was left out, and the one-time passwords, which are shown only here. */
export function ResultStep({ resource, id, saved, passwordsPending, onPasswordsKept, again, close }: ResultStepProps) {
  const { message } = useApp();
  const [undone, setUndone] = useState(false);
  const markUndone = (): void => {
    setUndone(true);
    onPasswordsKept();
  };
  const savePasswords = async (): Promise<void> => {
    const worker = startWorker();
    try {
      const lines = [['姓名', '账号', '一次性密码'], ...saved.passwords.map(({ label, account, password }) => [label, account, password])];
      for (let from = 0; from < lines.length; from += linesAtOnce) await worker.ask('addLines', lines.slice(from, from + linesAtOnce));
      saveAs(workbookFile(await worker.ask('sheet', '一次性密码')), `${resource.title}一次性密码-批次${saved.batchNo}.xlsx`);
      onPasswordsKept();
    } catch {
      void message.error('下载失败，请重试');
    } finally {
      worker.end();
    }
  };
  return (
    <Result
      className="import-result"
      status={undone ? 'info' : 'success'}
      title={undone ? '已撤销导入' : `已导入 ${grouped(saved.saved)} 行`}
      subTitle={`批次号 ${saved.batchNo}${saved.skipped > 0 && !undone ? `，跳过有错误的 ${grouped(saved.skipped)} 行` : ''}`}
      extra={
        <Space wrap>
          {!undone && <UndoButton large resource={resource} id={id} saved={saved.saved} done={markUndone} />}
          <Button onClick={again}>继续导入</Button>
          <Button autoFocus={saved.passwords.length === 0} type="primary" onClick={close}>
            完成
          </Button>
        </Space>
      }
    >
      {saved.passwords.length > 0 && !undone && (
        <Alert
          type={passwordsPending ? 'warning' : 'success'}
          showIcon
          title={`已为 ${grouped(saved.passwords.length)} 个新${resource.title}生成一次性密码`}
          description={
            // Below the text: beside it there would be no room for the text on a phone.
            <Space orientation="vertical">
              密码只在这里给出一次，首次登录后须修改。请下载并妥善转交。
              <Button autoFocus onClick={() => void savePasswords()}>
                下载密码
              </Button>
            </Space>
          }
        />
      )}
    </Result>
  );
}
