import { UndoOutlined } from '@ant-design/icons';
import { recycle } from '../recycle.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useRestore } from './use-restore.ts';

const removal = { verb: '彻底删除', after: '彻底删除后不能恢复。' };

/** The recycle bin: deleted records, who deleted them, and actions to restore them. */
export function RecycleListPage() {
  const restore = useRestore();
  return (
    <ListPage
      resource={recycle}
      drawer
      removal={removal}
      actions={[{ name: 'restore', label: '恢复', icon: <UndoOutlined aria-hidden />, ofTicked: true, run: restore }]}
      rowActions={[{ name: 'restore', label: '恢复', run: (row) => restore([row]) }]}
    />
  );
}
