import { inputs } from '../../../platform/request/inputs.ts';
import type { FrameJob, FromFrame, ToFrame } from './frame-message.ts';

/** The input of a renderer: the document, an element to render into, and access to its own files. */
export interface Task extends Pick<FrameJob, 'fileType'> {
  bytes: ArrayBuffer;
  root: HTMLElement;
  /** The bytes of one of the renderer's files; rejects if the page has none of that name. */
  asset: (name: string) => Promise<ArrayBuffer>;
}

/** An error whose message is shown to the user. */
export class RenderError extends Error {}

/** Set by the empty page (app/web/public/preview-frame.html): the first message and its port. */
declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var previewJob: { job: FrameJob; port: MessagePort } | undefined;
}

/** Runs a renderer in the frame, and reports the result to the page. */
export function start(draw: (task: Task) => Promise<void>): void {
  const given = globalThis.previewJob;
  const root = document.getElementById('root');
  if (given === undefined || root === null) return;
  const { job, port } = given;
  const tell = (message: FromFrame) => port.postMessage(message);
  const waiting = new Map<string, ((bytes: ArrayBuffer | null) => void)[]>();
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'zoom') {
      root.style.setProperty('zoom', String(data.scale));
      return;
    }
    const asked = waiting.get(data.name) ?? [];
    waiting.delete(data.name);
    for (const resolve of asked) resolve(data.bytes?.slice(0) ?? null);
  });
  port.start();
  const asset = async (name: string): Promise<ArrayBuffer> => {
    const bytes = await new Promise<ArrayBuffer | null>((resolve) => {
      waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
      tell({ type: 'asset', name });
    });
    if (bytes === null) throw new Error(`no ${name}`);
    return bytes;
  };
  keepInside(tell);
  tellInput(tell);
  draw({ bytes: job.bytes, fileType: job.fileType, root, asset }).then(
    () => tell({ type: 'done' }),
    (error: unknown) =>
      tell({ type: 'failed', message: error instanceof RenderError ? error.message : '文件已损坏或不是有效的文档，请下载后查看' }),
  );
}

/** Links work only within the document, and the gallery's shortcuts are passed on to it. */
function keepInside(tell: (message: FromFrame) => void): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a, area') : null;
      if (link !== null && link.getAttribute('href')?.startsWith('#') !== true) event.preventDefault();
    },
    true,
  );
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey && ['Escape', 'ArrowLeft', 'ArrowRight'].includes(key)) tell({ type: 'key', key });
  });
}

/** Input in the frame is use of the session (platform/request/attendance.ts), which the page cannot hear. */
function tellInput(tell: (message: FromFrame) => void): void {
  let toldAt = -Infinity;
  const hear = ({ isTrusted, timeStamp }: Event): void => {
    if (!isTrusted || timeStamp - toldAt < 1000) return;
    toldAt = timeStamp;
    tell({ type: 'input' });
  };
  for (const name of inputs) addEventListener(name, hear, { capture: true, passive: true });
}
