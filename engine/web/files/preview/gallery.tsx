import { CloseOutlined, DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { DocumentView } from './document-view.tsx';
import { isOffice, kindOf, drawnKindOf } from './frame/file-kind.ts';
import { GalleryButton } from './gallery-button.tsx';
import type { GalleryFile } from './gallery-file.ts';
import { ImageView } from './image-view.tsx';
import { MediaView } from './media-view.tsx';
import { OnlineView } from './online-view.tsx';
import { SheetView } from './sheet-view.tsx';
import { useConfig } from '../../platform/session/use-config.ts';
import { useFreshPaths, useLoadable } from './use-fresh-paths.ts';
import { useGalleryFocus } from './use-gallery-focus.ts';
import './gallery.css';
import './gallery-arrows.css';

interface GalleryProps {
  files: readonly GalleryFile[];
  /** Files that may contain the segments of a video. */
  beside: readonly GalleryFile[];
  start: number;
  onClose: () => void;
}

/** A full-window gallery of files: images, videos, recordings and documents (docs/spec.md 2.3). */
export function Gallery({ files, beside, start, onClose }: GalleryProps) {
  const [index, setIndex] = useState(start);
  const opened = files[index];
  const { pathOf, refresh } = useFreshPaths([...files, ...beside], opened?.id);
  const many = files.length > 1;
  const step = (by: number) => setIndex((now) => (now + by + files.length) % files.length);
  const press = (key: string) => {
    if (key === 'Escape') onClose();
    else if (many && key === 'ArrowLeft') step(-1);
    else if (many && key === 'ArrowRight') step(1);
  };
  const { dialog, first, last } = useGalleryFocus(press);
  if (opened === undefined) return null;
  const file = { ...opened, filePath: pathOf(opened) };
  const { id, fileName, filePath } = file;
  return createPortal(
    <div className="gallery">
      {/* Sentinels at both ends of the Tab order, which wrap it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0} onFocus={last} />
      <div ref={dialog} className="gallery-dialog" role="dialog" aria-modal aria-label={`预览 ${fileName}`} tabIndex={-1}>
        <div className="gallery-head">
          <h2 className="gallery-name" title={fileName}>
            {fileName}
          </h2>
          {many && (
            <span className="gallery-count">
              文件 {index + 1} / {files.length}
            </span>
          )}
          <a className="gallery-button" href={filePath} download={fileName} title="下载" aria-label={`下载${fileName}`}>
            <DownloadOutlined aria-hidden />
          </a>
          <GalleryButton label="关闭" icon={<CloseOutlined />} onClick={onClose} />
        </div>
        {many && <GalleryButton label="上一个" icon={<LeftOutlined />} className="gallery-previous" onClick={() => step(-1)} />}
        <div className="gallery-stage">
          <Stage key={id} {...{ file, beside, pathOf, refresh }} onKey={press} />
        </div>
        {many && <GalleryButton label="下一个" icon={<RightOutlined />} className="gallery-next" onClick={() => step(1)} />}
        <p className="visually-hidden" aria-live="polite">
          {many ? `第 ${index + 1} 个，共 ${files.length} 个：${fileName}` : ''}
        </p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0} onFocus={first} />
    </div>,
    document.body,
  );
}

interface StageProps {
  file: GalleryFile;
  beside: readonly GalleryFile[];
  pathOf: (file: GalleryFile) => string;
  refresh: () => void;
  onKey: (key: string) => void;
}

/** A file in the viewer for its kind. Office documents use the online viewer, if there is one. */
function Stage({ file: now, beside, pathOf, refresh, onKey }: StageProps) {
  const { kept: file, onMissing } = useLoadable(now, refresh);
  const key = file.filePath;
  const viewer = useConfig()?.officeViewer ?? null;
  const { fileType } = file;
  if (viewer !== null && isOffice(fileType)) return <OnlineView file={file} viewer={viewer} />;
  const drawn = drawnKindOf(fileType);
  if (drawn !== undefined) return <DocumentView {...{ key, file, onMissing, onKey }} kind={drawn} />;
  switch (kindOf(fileType)) {
    case 'image':
      return <ImageView {...{ key, file, onMissing }} />;
    case 'video':
      return <MediaView {...{ key, file, beside, pathOf, onMissing }} />;
    case 'audio':
      return <MediaView {...{ key, file, pathOf, onMissing }} audio />;
    case 'excel':
      return <SheetView {...{ key, file, onMissing }} />;
    default:
      return <NoView file={now} />;
  }
}

/** Says that this file cannot be shown, and offers a download. */
function NoView({ file: { fileName, fileType, filePath } }: { file: GalleryFile }) {
  const old = isOffice(fileType) ? `旧版 Office 格式（.${fileType}）` : ` .${fileType} 文件`;
  return (
    <div className="gallery-word">
      <p>浏览器无法显示{old}，请下载后查看。</p>
      <a className="gallery-download" href={filePath} download={fileName}>
        下载文件
      </a>
    </div>
  );
}
