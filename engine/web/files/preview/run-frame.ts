import { abortReason } from '../../platform/request/abort-reason.ts';
import { attendance } from '../../platform/request/attendance.ts';
import { renderTimeoutMs } from './document-limits.ts';
import type { DocumentKind } from './frame/file-kind.ts';
import type { FrameJob, FromFrame, ToFrame } from './frame/frame-message.ts';
import { readAsset, rendererUrls } from './renderers.ts';

export interface FrameOptions {
  frame: HTMLIFrameElement;
  kind: DocumentKind;
  fileType: string;
  /** The document; its buffer is transferred to the frame. */
  bytes: ArrayBuffer;
  signal: AbortSignal;
  onKey: (key: string) => void;
}

/**
 * Renders a document in its frame and returns a function that zooms it. The frame has an opaque origin, and its policy
 * (engine/server/platform/http/security-headers.ts) allows no connections: it requests the files it needs from here. Rejects with a message for the
 * user if the document cannot be rendered, or not in time.
 */
export async function runFrame({ frame, kind, fileType, bytes, signal, onKey }: FrameOptions): Promise<(scale: number) => void> {
  const url = rendererUrls[kind];
  const code = import.meta.env.DEV ? undefined : await textOf(url, signal);
  await ready(frame, signal);
  const { port1: port, port2 } = new MessageChannel();
  const tell = (message: ToFrame, move: Transferable[] = []) => port.postMessage(message, move);
  const drawn = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('文件过于复杂，预览超时，请下载后查看')), renderTimeoutMs);
    const settle = (end: () => void) => {
      clearTimeout(late);
      end();
    };
    signal.addEventListener('abort', () => {
      port.close();
      settle(() => reject(abortReason(signal)));
    });
    port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
      if (data.type === 'done') settle(resolve);
      else if (data.type === 'failed') settle(() => reject(new Error(data.message)));
      else if (data.type === 'key') onKey(data.key);
      else if (data.type === 'input') attendance.noteInput();
      else
        void readAsset(data.name, signal).then(
          (asset) => tell({ type: 'asset', name: data.name, bytes: asset }, asset === null ? [] : [asset]),
          () => tell({ type: 'asset', name: data.name, bytes: null }),
        );
    });
  });
  port.start();
  const job: FrameJob = { kind, fileType, bytes, ...(code === undefined ? { url: new URL(url, location.href).href } : { code }) };
  // The frame's origin is opaque, so it cannot be named as the target; the frame was just created here, so it cannot contain another page.
  frame.contentWindow?.postMessage(job, '*', [port2, bytes]);
  await drawn;
  return (scale) => tell({ type: 'zoom', scale });
}

async function textOf(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error('预览组件加载失败，请检查网络后重试');
  return answer.text();
}

/** Loads the frame's empty page, and waits until it listens for messages. */
function ready(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow || data !== 'preview-frame') return;
      removeEventListener('message', listen);
      resolve();
    };
    addEventListener('message', listen);
    signal.addEventListener('abort', () => {
      removeEventListener('message', listen);
      reject(abortReason(signal));
    });
    frame.src = '/preview-frame.html';
  });
}
