import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { ownUser } from '../../users/own-user.ts';
import { limits } from '@back-office/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { outcomeOf } from '@back-office/web/crud/save-outcome.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { report } from '@back-office/web/platform/request/report.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { UserAvatar } from '@back-office/web/files/upload/user-avatar.tsx';
import { refusalOf } from '@back-office/web/files/upload/refusal-of.ts';
import { sendFile } from '@back-office/web/files/upload/send-file.ts';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

const rules = { maxFiles: 1, maxSize: 10 * 1024 * 1024, types: ['jpg', 'jpeg', 'png'] };

/** Deletes the previous images, which are no longer attached to anything. A failed deletion is not reported. */
function deletePictures(ids: ReadonlySet<string | null>): void {
  for (const id of ids)
    if (id !== null) request('/api/file/delete', { method: 'DELETE', query: [['id', id]], quiet: true }).catch(() => undefined);
}

/** The user's own avatar: chosen, cropped to a square, uploaded and saved at once. */
export function AvatarEditor({ row }: { row: RecordOf<typeof ownUser> }) {
  const { message } = useApp();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ url: string; upload: AbortController }>();
  const [busy, setBusy] = useState(false);
  const storing = useRef(false);
  const current = row.userAvatar;

  const choose = (file: File): void => {
    const refused = refusalOf(file, rules);
    if (refused === undefined) setChosen({ url: URL.createObjectURL(file), upload: new AbortController() });
    else void message.error(refused, limits.messageSeconds);
  };
  const close = (): void => {
    if (chosen !== undefined) URL.revokeObjectURL(chosen.url);
    setChosen(undefined);
  };
  const giveUp = (): void => {
    // Once it is uploaded, it is saved all the same.
    if (storing.current) return;
    chosen?.upload.abort();
    close();
  };
  const refuse = (): void => {
    close();
    void message.error('图片无法打开，可能已损坏，请换一张', limits.messageSeconds);
  };
  const put = (version: number, userAvatar: string | null): Promise<RecordOf<typeof ownUser>> =>
    request('/api/sys/user/save-info', { method: 'PUT', json: { id: row.id, version, userAvatar }, quiet: true });
  const save = async (userAvatar: string | null): Promise<void> => {
    const replaced = new Set([current]);
    const saved = await put(row.version, userAvatar)
      .catch((error: unknown) => {
        const outcome = outcomeOf(ownUser, error);
        if (outcome.kind !== 'version') throw error;
        // What others have changed of the person does not concern the picture, unless it is that, or an earlier save whose answer was lost.
        replaced.add(outcome.current.userAvatar);
        return put(outcome.current.version, userAvatar);
      })
      .catch((error: unknown) => {
        report(error, false);
        throw error;
      });
    sessionStore.rename({ userAvatar });
    queries.setQueryData(['sys/user', 'select-info', row.id], saved);
    replaced.delete(userAvatar);
    deletePictures(replaced);
    message.success(userAvatar === null ? '头像已移除' : '头像已更新');
  };
  const cut = async (picture: File, { signal }: AbortController): Promise<void> => {
    try {
      const { id } = await sendFile(picture, { otcId: '', otcType: 'avatar' }, signal);
      if (signal.aborted) return;
      storing.current = true;
      // The error has been shown.
      await save(id)
        .then(close, () => undefined)
        .finally(() => (storing.current = false));
    } catch (error) {
      if (!signal.aborted) void message.error(error instanceof Error ? error.message : String(error), limits.errorSeconds);
    }
  };
  const remove = async (): Promise<void> => {
    setBusy(true);
    await save(null).catch(() => undefined);
    setBusy(false);
  };
  return (
    <div className="profile-avatar">
      <UserAvatar fileId={current} name={row.userName} size={72} />
      <Space wrap>
        <input
          ref={input}
          type="file"
          hidden
          accept=".jpg,.jpeg,.png"
          aria-label="选择头像图片"
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) choose(file);
          }}
        />
        <Button onClick={() => input.current?.click()}>更换头像</Button>
        {current !== null && (
          <Button type="text" danger loading={busy} onClick={() => void remove()}>
            移除
          </Button>
        )}
      </Space>
      {chosen !== undefined && (
        <Suspense>
          <CropDialog url={chosen.url} onCut={(picture) => cut(picture, chosen.upload)} onUnreadable={refuse} onClose={giveUp} />
        </Suspense>
      )}
    </div>
  );
}
