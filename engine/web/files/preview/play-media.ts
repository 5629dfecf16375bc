import type { GalleryFile } from './gallery-file.ts';
import { segmentName } from './segment-name.ts';

/** Stops the player and releases it. */
export type StopMedia = () => void;

/** The file to play, and the files beside it, among which the segments of a playlist are. */
export interface Played {
  readonly file: GalleryFile;
  readonly beside: readonly GalleryFile[];
}

/**
 * Lets a video element play a file: mp4 as it is, m3u8 and flv by players that are fetched only now. `failed` is called
 * with a sentence where it cannot be played.
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
 * Never by the browser's own player: each segment has a signed path of its own, which the playlist does not know
 * (docs/decisions/0011-previews.md).
 */
async function playHls(video: HTMLVideoElement, { file, beside }: Played, failed: (reason: string) => void): Promise<StopMedia> {
  const { default: Hls } = await import('hls.js');
  // Its worker would be made from a blob, which the page's policy forbids, so it runs without one.
  const player = new Hls({
    enableWorker: false,
    xhrSetup: (call, address) => {
      const name = segmentName(address);
      const piece = beside.find(({ fileName }) => fileName === name);
      if (piece !== undefined) {
        call.open('GET', piece.filePath, true);
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
