import { EyeOutlined } from '@ant-design/icons';
import { file } from '../file.ts';
import { type FileRecord, uploadTexts } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { Suspense } from 'react';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import { listOnScreen } from '@back-office/web/crud/lists/list-on-screen.ts';
import { useGallery } from '@back-office/web/files/preview/use-gallery.tsx';
import { request } from '@back-office/web/platform/request/request.ts';
import { lazyPart } from '@back-office/web/platform/ui/lazy-part.ts';
import { useUploads } from '@back-office/web/files/upload/use-uploads.ts';
import '@back-office/web/files/upload/upload.css';

// Only where something is on its way.
const UploadList = lazyPart(async () => (await import('@back-office/web/files/upload/upload-list.tsx')).UploadList);

/** The files that the user may see, each to be previewed; above them the user's uploads that are under way or were left unfinished. */
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

/** What is known of one file, with the way to see it. */
export function FileViewPage() {
  const { id } = useScreen();
  const { gallery, preview } = usePreview(ofRecord);
  return (
    <>
      <ViewPage
        resource={file}
        id={id}
        actions={[{ name: 'read', label: '预览', icon: <EyeOutlined aria-hidden />, affix: true, run: preview }]}
      />
      {gallery}
    </>
  );
}

/** Opens a file among those that `around` finds; their paths are signed just now, as those of a list may have expired. */
function usePreview(around: (row: Row) => Promise<Shown>) {
  const { message } = useApp();
  const { gallery, open } = useGallery();
  const preview = (row: Row): void => {
    void around(row).then(
      ({ files, beside }) => {
        const index = files.findIndex(({ id }) => id === row.id);
        if (index < 0) void message.error(uploadTexts.noOriginal, limits.messageSeconds);
        else open(files, index, beside);
      },
      () => undefined,
    );
  };
  return { gallery, preview };
}

type Row = DraftOf<typeof file>;

interface Shown {
  files: FileRecord[];
  beside?: FileRecord[];
}

const select = (query: [string, string][]): Promise<FileRecord[]> => request<FileRecord[]>('/api/file/select', { query });

/** The files of the record that this one hangs on; none where it hangs on none. */
async function besides({ otcType, otcId }: Row): Promise<FileRecord[]> {
  const [type, record] = [asText(otcType), asText(otcId)];
  if (type === '' || record === '') return [];
  return select([
    ['otcType', type],
    ['otcId', record],
  ]);
}

/** A file with those of its record, where a video's pieces are. */
async function ofRecord(row: Row): Promise<Shown> {
  const files = await besides(row);
  return { files: files.some(({ id }) => id === row.id) ? files : await select([['ids', asText(row.id)]]) };
}

/** Most files that one call gives by their ids (engine/contract/calls/file.ts). */
const mostAsked = 100;

/** The files that the list on the screen shows around this one, in its order, and where the pieces of their videos are. */
async function inList(row: Row): Promise<Shown> {
  const rows: readonly Row[] = listOnScreen.get()?.rows ?? [];
  const at = rows.findIndex(({ id }) => id === row.id);
  const from = Math.max(0, at - mostAsked / 2);
  const near = at < 0 ? [row] : rows.slice(from, from + mostAsked);
  const playlists = new Map(
    near.filter(({ fileType }) => fileType === 'm3u8').map((each) => [`${asText(each.otcType)} ${asText(each.otcId)}`, each]),
  );
  const [found, ...pieces] = await Promise.all([
    select([['ids', near.map(({ id }) => id).join(',')]]),
    ...[...playlists.values()].map(besides),
  ]);
  const byId = new Map(found.map((each) => [each.id, each]));
  return { files: near.flatMap(({ id }) => byId.get(asText(id)) ?? []), beside: [...found, ...pieces.flat()] };
}
