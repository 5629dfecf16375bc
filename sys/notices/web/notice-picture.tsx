import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { useState } from 'react';

interface NoticePictureProps {
  /** Undefined while loading, null if it is gone. */
  file: FileRecord | null | undefined;
  alt: string;
  onOpen: () => void;
}

/** A picture in a body, which opens enlarged; its alternative text if it is gone or fails to load (docs/spec.md 2.3). */
export function NoticePicture({ file, alt, onOpen }: NoticePictureProps) {
  // Paths are signed anew while the page is open: a picture already shown keeps its path.
  const [src, setSrc] = useState(file?.filePath);
  const [broken, setBroken] = useState<string>();
  if (file !== undefined && file !== null && file.filePath !== src && (src === undefined || src === broken)) setSrc(file.filePath);
  if (file === null || (src !== undefined && src === broken)) return <PictureGone alt={alt} />;
  if (src === undefined) return <span className="notice-picture-wait" aria-busy />;
  return (
    <button type="button" className="notice-picture" aria-label={alt === '' ? '查看大图' : `查看大图：${alt}`} onClick={onOpen}>
      <img src={src} alt={alt} onError={() => setBroken(src)} />
    </button>
  );
}

/** The placeholder of a missing picture. */
export const PictureGone = ({ alt }: { alt: string }) => {
  const words = alt === '' ? '加载失败' : `加载失败：${alt}`;
  return (
    <span className="notice-picture-gone" role="img" aria-label={words}>
      {words}
    </span>
  );
};
