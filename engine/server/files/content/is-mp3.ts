import type { FileBytes } from './file-bytes.ts';

/** How far after the tags the first frame may be: encoders leave room there. */
const maxGap = 128 * 1024;
/** This many consecutive frames are no coincidence. */
const inRow = 3;

// By the bits of the header: kbit/s of MPEG-1 layers I to III and of MPEG-2 and 2.5; then samples per second.
const rates: Readonly<Record<string, readonly number[]>> = {
  '1-1': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const samples = [44_100, 48_000, 32_000];

/** Whether MPEG audio frames follow each other after the tags (ISO 11172-3, 2.4; ID3v2.4, 3.1). */
export async function isMp3(bytes: FileBytes): Promise<boolean> {
  const start = await behindTags(bytes);
  const room = await bytes.read(start, maxGap);
  for (let at = room.indexOf(0xff); at >= 0; at = room.indexOf(0xff, at + 1)) {
    if (lengthOf(room.subarray(at, at + 4)) !== undefined && (await isRow(bytes, start + at))) return true;
  }
  return false;
}

async function behindTags(bytes: FileBytes): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < 8; tags += 1) {
    const head = await bytes.read(at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') break;
    const [one = 0, two = 0, three = 0, four = 0] = head.subarray(6, 10);
    const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : 10;
    at += 10 + ((one & 0x7f) << 21) + ((two & 0x7f) << 14) + ((three & 0x7f) << 7) + (four & 0x7f) + footer;
  }
  return at;
}

/** Whether `inRow` frames, or as many as the file has room for, follow each other from `start`. */
async function isRow(bytes: FileBytes, start: number): Promise<boolean> {
  for (let at = start, frames = 0; frames < inRow; frames += 1) {
    const length = lengthOf(await bytes.read(at, 4));
    if (length === undefined) return false;
    at += length;
    if (at >= bytes.size) return true;
  }
  return true;
}

/** The length of the frame with this header, in bytes; undefined if it is not a frame header. */
function lengthOf(head: Buffer): number | undefined {
  const [sync = 0, kind = 0, rate = 0] = head;
  const [version, layer] = [(kind >> 3) & 3, 4 - ((kind >> 1) & 3)];
  const [bits, frequency] = [rate >> 4, (rate >> 2) & 3];
  if (head.length < 4 || sync !== 0xff || kind < 0xe0 || version === 1 || layer === 4 || bits === 0 || bits === 15) return undefined;
  const bitRate = (rates[`${version === 3 ? 1 : 2}-${layer}`]?.[bits - 1] ?? 0) * 1000;
  const sampleRate = (samples[frequency] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  if (sampleRate === 0) return undefined;
  const padding = (rate >> 1) & 1;
  if (layer === 1) return (Math.floor((12 * bitRate) / sampleRate) + padding) * 4;
  return Math.floor(((layer === 3 && version !== 3 ? 72 : 144) * bitRate) / sampleRate) + padding;
}
