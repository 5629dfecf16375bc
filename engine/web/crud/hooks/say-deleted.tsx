import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { App } from 'antd';

type Message = ReturnType<typeof App.useApp>['message'];

/** Seconds that a deletion can be taken back from its message; afterwards the recycle bin has it. */
const undoSeconds = 8;

/** 已删除, with 撤销 beside it where that can be. */
export function sayDeleted(message: Message, text: string, undo: (() => Promise<RestoreAnswer>) | undefined): void {
  if (undo === undefined) return void message.success(text);
  const key = `deleted-${Date.now()}`;
  const takeBack = async (): Promise<void> => {
    message.destroy(key);
    const { restored, leftOut } = await undo();
    if (leftOut > 0) void message.warning(`已恢复 ${restored} 条，其中 ${leftOut} 项关联已不存在，没有恢复`, limits.errorSeconds);
    else void message.success(`已恢复 ${restored} 条`);
  };
  const content = (
    <>
      <span>{text}</span>
      <span aria-hidden="true"> · </span>
      {/* The request has shown the error. */}
      <button type="button" className="link-button" onClick={() => void takeBack().catch(() => undefined)}>
        撤销
      </button>
    </>
  );
  void message.open({ key, type: 'success', duration: undoSeconds, content });
}
