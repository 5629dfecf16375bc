import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { sayUndoable } from './say-undoable.tsx';

/** 已删除, with 撤销 beside it where that can be; afterwards the recycle bin has it. */
export function sayDeleted(message: AntFeedback['message'], text: string, undo: (() => Promise<RestoreAnswer>) | undefined): void {
  const takeBack = async (restore: () => Promise<RestoreAnswer>): Promise<void> => {
    // The request shows the error.
    const { restored, leftOut } = await restore();
    if (leftOut > 0) void message.warning(`已恢复 ${restored} 条，其中 ${leftOut} 项关联已不存在，没有恢复`, limits.errorSeconds);
    else void message.success(`已恢复 ${restored} 条`);
  };
  sayUndoable(message, text, undo && (() => takeBack(undo)));
}
