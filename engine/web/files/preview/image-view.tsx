import {
  ExpandOutlined,
  OneToOneOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { GalleryButton } from './gallery-button.tsx';
import type { GalleryFile } from './gallery-file.ts';
import { toggleFit, turnBy, initialTransform, zoomBy, zoomStep, type ImageTransform } from './image-transform.ts';
import { useImageGestures } from './use-image-gestures.ts';

/** Shown if an image cannot be loaded (docs/spec.md 2.3). */
const failedText = '加载失败';

/** An image that can be rotated, zoomed and moved, by mouse, touch and keyboard. */
export function ImageView({ file: { fileName, filePath }, onMissing }: { file: GalleryFile; onMissing: () => void }) {
  const stage = useRef<HTMLDivElement>(null);
  const [image, setImage] = useState(initialTransform);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useImageGestures(stage, setImage);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actions[event.key];
    // A focused button handles the space bar itself.
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || (event.key === ' ' && onButton(event.target))) return;
    event.preventDefault();
    setImage(act);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const { fit, scale, rotation, x, y } = image;
  const turned = rotation % 180 !== 0;
  return (
    <>
      <div ref={stage} className="gallery-image" aria-busy={state === 'loading'}>
        <img
          src={filePath}
          alt={state === 'failed' ? failedText : fileName}
          draggable={false}
          className={[fit ? (turned ? 'gallery-fit-turned' : 'gallery-fit') : '', state === 'failed' ? 'gallery-failed' : ''].join(' ')}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${rotation}deg)` }}
          onLoad={() => setState('shown')}
          onError={() => {
            setState('failed');
            onMissing();
          }}
        />
      </div>
      <div className="gallery-tools" role="toolbar" aria-label="图片工具">
        <GalleryButton label="缩小" icon={<ZoomOutOutlined />} onClick={() => setImage((now) => zoomBy(now, -zoomStep))} />
        <span className="gallery-scale" aria-live="polite">
          {Math.round(scale * 100)}%
        </span>
        <GalleryButton label="放大" icon={<ZoomInOutlined />} onClick={() => setImage((now) => zoomBy(now, zoomStep))} />
        <GalleryButton
          label={fit ? '原始大小' : '适合窗口'}
          icon={fit ? <OneToOneOutlined /> : <ExpandOutlined />}
          onClick={() => setImage(toggleFit)}
        />
        <GalleryButton label="向左旋转" icon={<RotateLeftOutlined />} onClick={() => setImage((now) => turnBy(now, -90))} />
        <GalleryButton label="向右旋转" icon={<RotateRightOutlined />} onClick={() => setImage((now) => turnBy(now, 90))} />
      </div>
    </>
  );
}

/** Keys of docs/spec.md 2.3; Left, Right and Esc belong to the gallery. */
const actions: Readonly<Record<string, (image: ImageTransform) => ImageTransform>> = {
  ' ': toggleFit,
  ArrowUp: (image) => zoomBy(image, zoomStep),
  ArrowDown: (image) => zoomBy(image, -zoomStep),
};

const onButton = (target: EventTarget | null): boolean => target instanceof Element && target.closest('button, a') !== null;
