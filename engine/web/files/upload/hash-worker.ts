import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The page's request: the SHA-256 of a blob. */
export interface HashQuestion {
  number: number;
  blob: Blob;
}

/** The answer to the request of the same number: the hash in hex, or the reason why there is none. */
export type HashAnswer = { number: number; hash: string } | { number: number; failed: string };

addEventListener('message', ({ data: { number, blob } }: MessageEvent<HashQuestion>) => {
  void hashOf(blob).then(
    (hash) => postMessage({ number, hash } satisfies HashAnswer),
    (error: unknown) => postMessage({ number, failed: String(error) } satisfies HashAnswer),
  );
});

/** Reads a stream, so that a chunk of 100 MB is never in memory as a whole. WebCrypto cannot do that, and is absent on plain http. */
async function hashOf(blob: Blob): Promise<string> {
  const hash = sha256.create();
  const reader = blob.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) hash.update(part.value);
  return bytesToHex(hash.digest());
}
