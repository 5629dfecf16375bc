import { liveClose, liveCodes } from '@back-office/contract/calls/live.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { liveTicket, stubLive } from '../../testing/stub-live.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { liveStore } from './live-store.ts';

test.each([
  ['is passed to the listeners', false, 1],
  ['is dropped if the connection has been stopped', true, 0],
])('a change that is delivered after a random delay %s', async (_how, isStopped, times) => {
  stubServer(liveTicket);
  const live = await stubLive();
  const heard = vi.fn();
  onTestFinished(liveStore.on('msg', heard));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  live.send({ code: liveCodes.changed, data: { topic: 'msg', within: 2_000 } });
  if (isStopped) liveStore.stop();
  vi.advanceTimersByTime(2_000);
  expect(heard).toHaveBeenCalledTimes(times);
});

test.each([
  ['after the old one has ended', true],
  ['before the old one ends', false],
])('a new session %s announces once that something may have been missed', async (_when, hasEnded) => {
  stubServer(liveTicket);
  const live = await stubLive();
  const names = ['record', 'dict', 'functions'] as const;
  const heard: string[] = [];
  for (const name of names) onTestFinished(liveStore.on(name, ({ topic }) => void heard.push(`${name}: ${topic}`)));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  if (hasEnded) live.lose(liveClose.ended);
  vi.advanceTimersByTime(2_000);
  expect(heard).toEqual([]);
  liveStore.start('of the new session');
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(1), live.welcome(), liveStore.get())).toBe('connected');
  vi.advanceTimersByTime(2_000);
  expect(heard.toSorted()).toEqual(names.map((name) => `${name}: all`).toSorted());
});
