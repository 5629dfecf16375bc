import { PictureOutlined, UserOutlined } from '@ant-design/icons-svg';
import { useState } from 'react';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { useFile } from './use-file.ts';
import './user-avatar.css';

interface PictureProps {
  /** Id of the image's file. */
  fileId: string | null;
  name: string;
  size: number;
  /** Word for the picture in its alternative text. */
  what?: string;
  round?: boolean;
}

/** The picture of a person, or of another record; the first character of the name if there is none or it may not be seen. */
export function UserAvatar({ fileId, name, size, what = '头像', round = true }: PictureProps) {
  const file = useFile(fileId);
  const src = file?.thumbnailPath ?? file?.filePath;
  const [broken, setBroken] = useState<string>();
  return (
    <span className={round ? 'user-avatar' : 'user-avatar is-square'} style={{ width: size, height: size, fontSize: size * 0.44 }}>
      {src === undefined || src === broken ? (
        name.slice(0, 1) || <Glyph of={round ? UserOutlined : PictureOutlined} />
      ) : (
        <img src={src} alt={`${name}的${what}`} width={size} height={size} onError={() => setBroken(src)} />
      )}
    </span>
  );
}
