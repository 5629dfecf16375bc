import { type FileRecord, uploadTexts } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { useGallery } from '@back-office/web/files/preview/use-gallery.tsx';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import type { file } from '../file.ts';

export type FileRow = DraftOf<typeof file>;

/** Files to browse, and files that contain segments of their videos. */
export interface Shown {
  files: FileRecord[];
  beside?: FileRecord[];
}

/** Opens a file among those that `around` returns; these have freshly signed paths, as those of a list may have expired. */
export function usePreview(around: (row: FileRow) => Promise<Shown>) {
  const { message } = useApp();
  const { gallery, open } = useGallery();
  const preview = (row: FileRow): void => {
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
