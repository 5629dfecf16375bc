import { EyeOutlined } from '@ant-design/icons';
import { file } from '../file.ts';
import { Suspense } from 'react';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import { listOnScreen } from '@back-office/web/crud/lists/list-on-screen.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { useUploads } from '@back-office/web/files/upload/use-uploads.ts';
import { selectBesides, selectFiles } from './select-files.ts';
import { type FileRow, type Shown, usePreview } from './use-preview.ts';
import '@back-office/web/files/upload/upload.css';

// Loaded only if an upload is under way.
const UploadList = lazyPart(async () => (await import('@back-office/web/files/upload/upload-list.tsx')).UploadList);

/** The files that the user may see, each with a preview; above them the user's uploads that are under way or unfinished. */
export function FileListPage() {
  const going = useUploads(() => true);
  const { gallery, preview } = usePreview(inList);
  return (
    <>
      {going.length > 0 && (
        <section className="crud-card file-uploads" aria-label="未完成的上传">
          <h3>未完成的上传</h3>
          <Suspense>
            <UploadList items={going} />
          </Suspense>
        </section>
      )}
      <ListPage resource={file} rowActions={[{ name: 'read', label: '预览', icon: <EyeOutlined aria-hidden />, run: preview }]} />
      {gallery}
    </>
  );
}

/** Maximum number of files per call by id (engine/contract/calls/file.ts). */
const maxFilesPerCall = 100;

/** The files of the current list page in its order, and the files that may contain the segments of their videos. */
async function inList(row: FileRow): Promise<Shown> {
  const rows: readonly FileRow[] = listOnScreen.get()?.rows ?? [];
  const at = rows.findIndex(({ id }) => id === row.id);
  const from = Math.max(0, at - maxFilesPerCall / 2);
  const near = at < 0 ? [row] : rows.slice(from, from + maxFilesPerCall);
  const playlists = new Map(
    near.filter(({ fileType }) => fileType === 'm3u8').map((each) => [`${asText(each.otcType)} ${asText(each.otcId)}`, each]),
  );
  const [found, ...pieces] = await Promise.all([
    selectFiles([['ids', near.map(({ id }) => id).join(',')]]),
    ...[...playlists.values()].map(selectBesides),
  ]);
  const byId = new Map(found.map((each) => [each.id, each]));
  return { files: near.flatMap(({ id }) => byId.get(asText(id)) ?? []), beside: [...found, ...pieces.flat()] };
}
