import { RetweetOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { GalleryButton } from './gallery-button.tsx';
import type { GalleryFile } from './gallery-file.ts';
import { playMedia, type StopMedia } from './play-media.ts';

const none: readonly GalleryFile[] = [];

interface MediaViewProps {
  file: GalleryFile;
  beside?: readonly GalleryFile[];
  /** The path of a segment by now. */
  pathOf: (file: GalleryFile) => string;
  onMissing: () => void;
  audio?: boolean;
}

/** A video, or with `audio` a recording, in the browser's own player; it can be replayed. */
export function MediaView({ file, beside = none, pathOf, onMissing, audio = false }: MediaViewProps) {
  const { fileName } = file;
  const element = useRef<HTMLVideoElement>(null);
  const [loop, setLoop] = useState(false);
  const [issue, setIssue] = useState<string>();
  const fail = (reason: string): void => {
    setIssue(reason);
    onMissing();
  };
  const failed = useEffectEvent(fail);
  const pathNow = useEffectEvent(pathOf);
  useEffect(() => {
    const video = element.current;
    if (video === null) return undefined;
    let stop: StopMedia | undefined;
    let over = false;
    void playMedia(video, { file, beside, pathOf: (piece) => pathNow(piece) }, (reason) => failed(reason)).then(
      (end) => (over ? end() : (stop = end)),
      () => setIssue('播放器加载失败，请检查网络后重试'),
    );
    return () => {
      over = true;
      stop?.();
    };
  }, [file, beside]);
  return (
    <>
      <div className="gallery-media">
        {issue !== undefined && (
          <p className="gallery-word" role="alert">
            {issue}
          </p>
        )}
        {/* Uploads have no captions. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={element}
          className={audio ? 'gallery-audio' : 'gallery-video'}
          hidden={issue !== undefined}
          controls
          autoPlay
          playsInline
          preload="metadata"
          loop={loop}
          aria-label={fileName}
          onError={() => element.current?.hasAttribute('src') === true && fail('无法播放此文件，请下载后查看')}
        />
      </div>
      <div className="gallery-tools" role="toolbar" aria-label="播放工具">
        <GalleryButton label="循环播放" icon={<RetweetOutlined />} pressed={loop} onClick={() => setLoop(!loop)} />
      </div>
    </>
  );
}
