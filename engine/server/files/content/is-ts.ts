import type { FileBytes } from './file-bytes.ts';

const packet = 188;
const checkedBytes = packet * 2000;

/** Whether a video segment consists of packets that each begin with the sync byte (ISO 13818-1, 2.4.3.2): checks its first 370 KiB. */
export async function isTs(bytes: FileBytes): Promise<boolean> {
  const head = await bytes.read(0, checkedBytes);
  for (let at = 0; at < head.length; at += packet) if (head[at] !== 0x47) return false;
  return head.length >= packet;
}
