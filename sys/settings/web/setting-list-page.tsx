import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { setting } from '../setting.ts';

// Loaded when opened.
const SettingDialog = lazyPart(async () => (await import('./setting-dialog.tsx')).SettingDialog);

type Row = RecordOf<typeof setting>;

const fixed = '环境变量';
/** Settings with a stored value, valid or not. */
const stored: readonly unknown[] = ['已修改', '存储的值不适用'];

/** Settings that apply without a restart: their values, where these come from, and actions to change them. */
export function SettingListPage() {
  const { message, modal } = useApp();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Row>();
  const restore = (row: Row): void => {
    modal.confirm({
      title: `“${row.settingTitle ?? ''}”恢复默认？`,
      content: `默认值：${row.defaultText ?? ''}`,
      okText: '恢复默认',
      onOk: async () => {
        try {
          await request(`/api/sys/setting/change/${row.id}`, { method: 'PUT', json: { version: row.version, value: null } });
          void message.success('已恢复默认');
        } catch {
          // The request has shown the error.
        } finally {
          void queries.invalidateQueries({ queryKey: [setting.name] });
        }
      },
    });
  };
  return (
    <>
      <ListPage
        resource={setting}
        drawer
        rowActions={[
          { name: 'change', label: '修改', run: setEdited, offered: ({ settingSource }) => settingSource !== fixed },
          { name: 'change', label: '恢复默认', run: restore, offered: ({ settingSource }) => stored.includes(settingSource) },
        ]}
      />
      {edited !== undefined && (
        <Suspense>
          <SettingDialog row={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  );
}
