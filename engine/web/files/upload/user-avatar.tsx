import { UserOutlined } from '@ant-design/icons-svg';
import { useState } from 'react';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { useFile } from './use-file.ts';
import './user-avatar.css';

interface PersonPictureProps {
  /** Id of the image's file. */
  fileId: string | null;
  name: string;
  size: number;
}

/** A user's avatar; the first character of the name where there is none, or none that may be seen. */
export function UserAvatar({ fileId, name, size }: PersonPictureProps) {
  const file = useFile(fileId);
  const src = file?.thumbnailPath ?? file?.filePath;
  const [broken, setBroken] = useState<string>();
  return (
    <span className="user-avatar" style={{ width: size, height: size, fontSize: size * 0.44 }}>
      {src === undefined || src === broken ? (
        name.slice(0, 1) || <Glyph of={UserOutlined} />
      ) : (
        <img src={src} alt={`${name}的头像`} width={size} height={size} onError={() => setBroken(src)} />
      )}
    </span>
  );
}
