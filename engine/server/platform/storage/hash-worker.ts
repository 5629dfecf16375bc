import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { HashAnswer, HashRequest } from './hasher.ts';

/* Hashes blocks of memory shared with the main thread, which therefore only moves them. */
const hashes = new Map<number, Hash>();

parentPort?.on('message', (order: HashRequest) => {
  const hash = hashes.get(order.id) ?? createHash('sha256');
  if (order.block !== undefined) {
    hashes.set(order.id, hash.update(order.block));
    answer({ id: order.id });
    return;
  }
  hashes.delete(order.id);
  answer(order.end === 'digest' ? { id: order.id, hash: hash.digest() } : { id: order.id });
});

const answer = (message: HashAnswer): void => parentPort?.postMessage(message);
