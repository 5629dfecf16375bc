import type { GalleryFile } from './gallery-file.ts';
import { segmentName } from './segment-name.ts';

/** Stops the player and releases it. */
export type StopMedia = () => void;

/** The file to play, and files that may contain the segments of a playlist. */
export interface Played {
  readonly file: GalleryFile;
  readonly beside: readonly GalleryFile[];
  /** The path of a segment when it is wanted: a long video outlives the first one. */
  readonly pathOf: (file: GalleryFile) => string;
}

/**
 * Plays a file in a video element: mp4 natively, m3u8 and flv with players that are loaded on demand. `failed` is called with a message if it cannot
 * be played.
 */
export async function playMedia(video: HTMLVideoElement, played: Played, failed: (reason: string) => void): Promise<StopMedia> {
  const { fileType, filePath } = played.file;
  if (fileType === 'm3u8') return playHls(video, played, failed);
  if (fileType === 'flv') return playFlv(video, filePath, failed);
  video.src = filePath;
  return () => {
    video.removeAttribute('src');
    video.load();
  };
}

const unplayable = '无法播放此视频，请下载后查看';

/**
 * Never with the browser's own HLS player: each segment has its own signed path, which the playlist does not contain
 * (docs/decisions/0011-previews.md).
 */
async function playHls(video: HTMLVideoElement, { file, beside, pathOf }: Played, failed: (reason: string) => void): Promise<StopMedia> {
  const { default: Hls } = await import('hls.js');
  // Without a worker: hls.js would create it from a blob, which the page's content security policy forbids.
  const player = new Hls({
    enableWorker: false,
    xhrSetup: (call, address) => {
      const name = segmentName(address);
      const piece = beside.find(({ fileName }) => fileName === name);
      if (piece !== undefined) {
        call.open('GET', pathOf(piece), true);
        return;
      }
      failed(`找不到视频片段 ${name}，请把它上传到同一处`);
      queueMicrotask(stop);
      throw new Error(`There is no ${name}`);
    },
  });
  let over = false;
  const stop = (): void => {
    if (!over) player.destroy();
    over = true;
  };
  player.on(Hls.Events.ERROR, (_, { fatal }) => fatal && failed(unplayable));
  player.loadSource(file.filePath);
  player.attachMedia(video);
  return stop;
}

async function playFlv(video: HTMLVideoElement, url: string, failed: (reason: string) => void): Promise<StopMedia> {
  const { default: mpegts } = await import('mpegts.js');
  mpegts.LoggingControl.enableAll = false;
  const player = mpegts.createPlayer({ type: 'flv', url }, { enableWorker: false });
  player.on(mpegts.Events.ERROR, () => failed(unplayable));
  player.attachMediaElement(video);
  player.load();
  return () => player.destroy();
}
