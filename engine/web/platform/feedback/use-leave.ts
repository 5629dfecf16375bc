import { useApp } from './use-app.ts';
import { dangerous } from './dangerous.ts';

/** Returns a function that leaves a form; asks first if input would be lost, and runs `stay` if the person continues instead. */
export function useLeave(): (changed: boolean, go: () => void, stay?: () => void) => void {
  const { modal } = useApp();
  return (changed, go, stay) => {
    if (!changed) return go();
    modal.confirm({
      title: '放弃已填写的内容？',
      okText: '放弃',
      cancelText: '继续编辑',
      ...dangerous,
      onOk: go,
      ...(stay === undefined ? {} : { onCancel: stay }),
    });
  };
}
