import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../lib/caller-of.ts';

interface Entry {
  readonly id: string;
  version: number;
}

const savers = 4;

/** People who save continuously. */
export interface Saving {
  /** Saves so far, and how long the slowest took since the last call, in milliseconds. */
  readonly seen: () => { count: number; slowest: number };
  /** Throws if one was refused. */
  readonly stop: () => Promise<void>;
}

/** Begins to save notices, each of which writes a line of the operation log. */
export async function saveOften(call: Caller): Promise<Saving> {
  const entries = await Promise.all(
    Array.from({ length: savers }, async () => {
      const body = { msgTitle: '停电通知', msgContent: '<p>周五停电</p>', msgScope: '全部', msgStatus: '草稿' };
      return (await call<Entry>('sys/msg/save', body)).data;
    }),
  );
  let [isOver, count, slowest] = [false, 0, 0];
  const save = async (entry: Entry): Promise<void> => {
    while (!isOver) {
      const begin = performance.now();
      const { code, data } = await call<Entry>('sys/msg/save', { id: entry.id, version: entry.version, msgTitle: `通知${count}` });
      if (code !== 20000) throw new Error(`A save was answered ${code}.`);
      entry.version = data.version;
      count += 1;
      slowest = Math.max(slowest, performance.now() - begin);
      await wait(5);
    }
  };
  const all = Promise.all(entries.map(save));
  return {
    seen: () => {
      const seen = { count, slowest };
      slowest = 0;
      return seen;
    },
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}
