import { uploadTexts } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { useApp } from '../../platform/feedback/use-app.ts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { type Shortcut, useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { GalleryFile } from './gallery-file.ts';

const Gallery = lazy(async () => ({ default: (await import('./gallery.tsx')).Gallery }));

/** Shows the file at `index`; `beside` are files that may contain a video's segments, by default the shown files. */
type OpenGallery = (files: readonly GalleryFile[], index: number, beside?: readonly GalleryFile[]) => void;

const where = '预览文件';
/** The shortcuts of the open gallery, which blocks all others (docs/spec.md 2.3). */
const galleryKeys: readonly Shortcut[] = [
  { keys: ['← →'], title: '上一个、下一个文件', where },
  { keys: ['↑ ↓'], title: '放大、缩小图片', where },
  { keys: ['空格'], title: '原始大小，或适合窗口', where },
  { keys: ['Esc'], title: '关闭预览', where },
];

/**
 * Returns a function that opens files in the gallery, and the gallery to render; its code loads when it is first opened.
 * @example
 * export function Scans({ files }: { files: readonly FileRecord[] }) {
 *   const { gallery, open } = useGallery();
 *   return (
 *     <>
 *       <button onClick={() => open(files, 0)}>预览</button>
 *       {gallery}
 *     </>
 *   );
 * }
 */
export function useGallery(): { gallery: ReactNode; open: OpenGallery } {
  const { message } = useApp();
  useShortcuts(galleryKeys);
  const [shown, setShown] = useState<{ files: readonly GalleryFile[]; index: number; beside: readonly GalleryFile[] }>();
  const open: OpenGallery = (files, index, beside = files) => {
    const path: string | null | undefined = files[index]?.filePath;
    if (path === undefined || path === null || path === '') void message.error(uploadTexts.noOriginal, limits.messageSeconds);
    else setShown({ files, index, beside });
  };
  const gallery = shown && (
    <Suspense>
      <Gallery files={shown.files} beside={shown.beside} start={shown.index} onClose={() => setShown(undefined)} />
    </Suspense>
  );
  return { gallery, open };
}
