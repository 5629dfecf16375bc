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
  const { gallery, preview } = usePreview();
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
  const { gallery, preview } = usePreview();
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

/** Opens a file by a path signed just now, as that of the list may have expired, among those that hang on the same record. */
function usePreview() {
  const { message } = useApp();
  const { gallery, open } = useGallery();
  const preview = (row: DraftOf<typeof file>): void => {
    void besides(row).then(
      ([files, index]) => (index >= 0 ? open(files, index) : void message.error(uploadTexts.noOriginal, limits.messageSeconds)),
      () => undefined,
    );
  };
  return { gallery, preview };
}

/** A file with those of its record, where a video's pieces are, and its place among them; less than 0 where it is gone. */
async function besides({ id, otcType, otcId }: DraftOf<typeof file>): Promise<[files: FileRecord[], index: number]> {
  const select = async (query: [string, string][]): Promise<[FileRecord[], number]> => {
    const files = await request<FileRecord[]>('/api/file/select', { query });
    return [files, files.findIndex((file) => file.id === id)];
  };
  const [type, record] = [asText(otcType), asText(otcId)];
  const [files, index] =
    type === '' || record === ''
      ? [[], -1]
      : await select([
          ['otcType', type],
          ['otcId', record],
        ]);
  return index >= 0 ? [files, index] : select([['ids', asText(id)]]);
}
