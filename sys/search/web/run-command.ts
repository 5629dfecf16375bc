import { feedback } from '@back-office/web/platform/feedback/feedback.ts';
import type { FoundCommand } from './search-entry.ts';

/** Runs a command. If it fails, nothing else is affected, and it can be run again. */
export async function runCommand(command: FoundCommand): Promise<void> {
  try {
    await command.run();
  } catch (error) {
    console.error(error);
    const { modal } = await feedback.ready();
    modal.confirm({
      title: `“${command.label}”没有执行成功`,
      content: '可能是网络中断，或者系统刚刚更新。',
      okText: '重试',
      onOk: () => void runCommand(command),
    });
  }
}
