import { liveCodes } from '@back-office/contract/calls/live.ts';
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
