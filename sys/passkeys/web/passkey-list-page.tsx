import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { passkey } from '../passkey.ts';
import { RenameDialog } from './rename-dialog.tsx';

const removal = { verb: '移除', after: '对方会收到通知，且不能再用它登录；没有其他验证方式时，凭密码即可登录。' };

/** Everybody's passkeys: an administrator renames and removes them, but cannot add any. */
export function PasskeyListPage() {
  const { message } = useApp();
  const queries = useQueryClient();
  const config = useConfig();
  const [naming, setNaming] = useState<RecordOf<typeof passkey>>();
  const renamed = (): void => {
    setNaming(undefined);
    void message.success('已改名');
    void queries.invalidateQueries({ queryKey: [passkey.name] });
  };
  return (
    <>
      {config?.passkeys === false && (
        <Alert type="info" showIcon title="通行密钥尚未启用：请管理员设置 PASSKEYS（见部署文档）。" style={{ marginBottom: 16 }} />
      )}
      <ListPage
        resource={passkey}
        editable={() => false}
        removal={removal}
        rowActions={[{ name: 'edit', label: '改名', run: (row: RecordOf<typeof passkey>) => setNaming(row) }]}
      />
      {naming !== undefined && (
        <RenameDialog
          path={`/api/sys/passkey/rename/${naming.id}`}
          passkeyName={naming.passkeyName ?? ''}
          onDone={renamed}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}
