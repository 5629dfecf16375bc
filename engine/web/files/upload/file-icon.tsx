import {
  AudioOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileWordOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { type ComponentType, useState } from 'react';
import { kindOf, type FileKind } from '../preview/frame/file-kind.ts';

const icons: Readonly<Record<FileKind, ComponentType>> = {
  image: FileImageOutlined,
  video: PlayCircleOutlined,
  audio: AudioOutlined,
  pdf: FilePdfOutlined,
  word: FileWordOutlined,
  excel: FileExcelOutlined,
  powerpoint: FilePptOutlined,
  other: FileOutlined,
};

/** The icon for a type of file; for an image, its thumbnail, if it can be loaded. */
export function FileIcon({ type, thumbnail = null }: { type: string; thumbnail?: string | null }) {
  const kind = kindOf(type);
  const [broken, setBroken] = useState<string>();
  const Icon = icons[kind];
  return (
    <span className={`file-icon file-icon-${kind}`} aria-hidden>
      {thumbnail === null || thumbnail === broken ? (
        <Icon />
      ) : (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" onError={() => setBroken(thumbnail)} />
      )}
    </span>
  );
}
