import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedThread, startEmbeddedThread } from '../../platform/database/start-embedded-thread.ts';
import type { OpenOptions } from '../../platform/database/database.ts';

interface Kept {
  thread: EmbeddedThread;
  host: string;
  onCrash: (error: Error) => void;
}

/** The unused ones, by the folder that they were read from. */
const idle = new Map<string, Kept[]>();

/**
 * Starts embedded databases as `startEmbedded` does, but in memory, with the content of `folder`. A closed one is
 * reset, and kept for the next use in this process (docs/decisions/0071-kept-databases.md).
 */
export function reusableEmbedded(folder: string): NonNullable<OpenOptions['startEmbedded']> {
  return async (_dataDir, onCrash) => {
    const kept = idle.get(folder)?.pop() ?? (await start(folder));
    kept.onCrash = onCrash;
    kept.thread.holdProcess(true);
    return {
      host: kept.host,
      copyTo: (to) => kept.thread.copyTo(to),
      close: async () => {
        kept.onCrash = () => undefined;
        if (await isReset(kept)) idle.set(folder, [...(idle.get(folder) ?? []), kept]);
      },
    };
  };
}

/** False if it has died, or cannot be reset: then the next one starts from scratch. */
async function isReset({ thread }: Kept): Promise<boolean> {
  thread.send('reset');
  const isReady = await thread.expect('ready').then(
    () => true,
    () => false,
  );
  thread.holdProcess(false);
  return isReady;
}

async function start(folder: string): Promise<Kept> {
  const host = mkdtempSync(join(tmpdir(), 'back-office-kept-'));
  process.once('exit', () => rmSync(host, { recursive: true, force: true }));
  const thread = startEmbeddedThread({ folder, socket: join(host, '.s.PGSQL.5432') }, new URL('./kept-worker.ts', import.meta.url));
  await thread.expect('ready');
  const kept: Kept = { thread, host, onCrash: () => undefined };
  thread.whenDead((error) => kept.onCrash(error));
  return kept;
}
