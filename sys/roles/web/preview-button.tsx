import { EyeOutlined } from '@ant-design/icons';
import { statuses } from '@back-office/contract/status.ts';
import { Button } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';
import { startPreview } from '@back-office/web/platform/session/role-preview.ts';
import { tabsStore } from '@back-office/web/platform/tabs/tabs-store.ts';
import type { RolePreviewAnswer } from '../role-preview.ts';

interface PreviewButtonProps {
  role: { id: string; roleStatus?: string | null };
  /** Whether there are unsaved changes, which a preview would not show. */
  changed: boolean;
}

const unsaved = '有标签页的内容尚未保存，请先保存或放弃，再预览';

/** 以此角色预览: reloads the page as a person with this role sees it. */
export function PreviewButton({ role, changed }: PreviewButtonProps) {
  const { message } = useApp();
  const [busy, setBusy] = useState(false);
  const why =
    role.roleStatus === statuses.disabled ? '角色已停用，启用后才能预览' : changed ? '请先保存或撤销授权的修改，再预览' : undefined;
  const start = async (): Promise<void> => {
    if (why !== undefined) return void message.info(why);
    if (tabsStore.isAnyDirty()) return void message.info(unsaved);
    setBusy(true);
    try {
      const { roleName, credentials } = await request<RolePreviewAnswer>(`/api/sys/role/preview/${role.id}`, { method: 'POST' });
      if (!tabsStore.isAnyDirty()) return startPreview(roleName, credentials);
      // The browser would ask whether to leave the page, after the session has been saved for the next one.
      void message.info(unsaved);
      setBusy(false);
    } catch {
      // The request has shown the error.
      setBusy(false);
    }
  };
  return (
    <Button icon={<EyeOutlined aria-hidden />} loading={busy} aria-disabled={why !== undefined} title={why} onClick={() => void start()}>
      以此角色预览
    </Button>
  );
}
