import { EyeOutlined } from '@ant-design/icons';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { file } from '../file.ts';
import { selectBesides, selectFiles } from './select-files.ts';
import { type FileRow, type Shown, usePreview } from './use-preview.ts';

/** The details of one file, with a preview. */
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

/** A file, with those attached to the same record, which contain a video's segments. */
async function ofRecord(row: FileRow): Promise<Shown> {
  const files = await selectBesides(row);
  return { files: files.some(({ id }) => id === row.id) ? files : await selectFiles([['ids', asText(row.id)]]) };
}
