import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { useState } from 'react';

interface NoticePictureProps {
  /** Undefined until it is known, null where it is gone. */
  file: FileRecord | null | undefined;
  alt: string;
  onOpen: () => void;
}

/** A picture of a body, which opens large; where it is gone or does not load, what it shows in words (docs/spec.md 2.3). */
export function NoticePicture({ file, alt, onOpen }: NoticePictureProps) {
  // Paths are signed anew while the page is open: one that is drawn already stays.
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

/** What stands in the place of a picture that is not there. */
export const PictureGone = ({ alt }: { alt: string }) => {
  const words = alt === '' ? '加载失败' : `加载失败：${alt}`;
  return (
    <span className="notice-picture-gone" role="img" aria-label={words}>
      {words}
    </span>
  );
};
