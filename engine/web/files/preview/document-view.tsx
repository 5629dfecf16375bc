import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { maxDocumentBytes } from './document-limits.ts';
import { fetchDocument, MissingFile, tooLarge } from './fetch-document.ts';
import type { DocumentKind } from './frame/file-kind.ts';
import { GalleryButton } from './gallery-button.tsx';
import type { GalleryFile } from './gallery-file.ts';
import { scaleTo, initialTransform, zoomStep } from './image-transform.ts';

interface DocumentViewProps {
  file: GalleryFile;
  kind: DocumentKind;
  onMissing: () => void;
  onKey: (key: string) => void;
}

type State = { at: 'reading'; share: number } | { at: 'drawing' | 'shown' } | { at: 'failed'; reason: string };

/** A document, rendered in a sandboxed frame without network access. */
export function DocumentView({ file: { fileName, fileType, filePath, fileSize }, kind, onMissing, onKey }: DocumentViewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const zoom = useRef<(scale: number) => void>(undefined);
  const [state, setState] = useState<State>({ at: 'reading', share: 0 });
  const [scale, setScale] = useState(1);
  const press = useEffectEvent((key: string) => onKey(key));
  const missed = useEffectEvent(onMissing);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const draw = async (element: HTMLIFrameElement) => {
      const maxBytes = maxDocumentBytes[kind];
      if (fileSize > maxBytes) throw new Error(tooLarge(maxBytes));
      const bytes = await fetchDocument(filePath, maxBytes, signal, (share) => setState({ at: 'reading', share }));
      setState({ at: 'drawing' });
      const { runFrame } = await import('./run-frame.ts');
      zoom.current = await runFrame({ frame: element, kind, fileType, bytes, signal, onKey: press });
      setState({ at: 'shown' });
    };
    if (frame.current !== null) {
      draw(frame.current).catch((error: unknown) => {
        if (signal.aborted) return;
        setState({ at: 'failed', reason: error instanceof Error ? error.message : String(error) });
        if (error instanceof MissingFile) missed();
      });
    }
    return () => control.abort();
  }, [filePath, fileSize, fileType, kind]);
  const zoomTo = (step: number) => {
    const next = scaleTo({ ...initialTransform, scale }, scale + step).scale;
    setScale(next);
    zoom.current?.(next);
  };
  return (
    <>
      {state.at === 'failed' ? (
        <p className="gallery-word" role="alert">
          {state.reason}
        </p>
      ) : (
        <iframe
          ref={frame}
          className="gallery-frame"
          title={`${fileName}的内容`}
          // In development the renderer is loaded as a module, from an origin that must be known.
          sandbox={import.meta.env.DEV ? 'allow-scripts allow-same-origin' : 'allow-scripts'}
          referrerPolicy="no-referrer"
          aria-busy={state.at !== 'shown'}
        />
      )}
      {(state.at === 'reading' || state.at === 'drawing') && (
        <p className="gallery-word gallery-over" role="status">
          {state.at === 'reading' ? `正在读取 ${Math.floor(state.share * 100)}%` : '正在绘制…'}
        </p>
      )}
      <div className="gallery-tools" role="toolbar" aria-label="文档工具">
        <GalleryButton label="缩小" icon={<ZoomOutOutlined />} onClick={() => zoomTo(-zoomStep)} />
        <span className="gallery-scale" aria-live="polite">
          {Math.round(scale * 100)}%
        </span>
        <GalleryButton label="放大" icon={<ZoomInOutlined />} onClick={() => zoomTo(zoomStep)} />
      </div>
    </>
  );
}
