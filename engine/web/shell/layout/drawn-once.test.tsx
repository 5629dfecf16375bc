import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { liveStore } from '../../platform/live/live-store.ts';
import { sessionEnds } from '../../platform/request/session-ends.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { expectDrawnOnce, SlicedList } from '../../testing/sliced-list.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { liveTicket, stubLive } from '../../testing/stub-live.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { AppFrame } from './app-frame.tsx';
import { OptionsLoader } from '../start/options-loader.tsx';
import { SessionEndBanner } from '../session/session-end-banner.tsx';

/** @see docs/postmortems/drawn-again-for-what-stands-beside.md */

const drawFrame = () =>
  draw(
    <>
      <OptionsLoader />
      <SessionEndBanner />
      <AppFrame routes={[{ path: '/index', name: 'index', component: 'index', meta: { title: '首页' } }]} whole>
        <SlicedList />
      </AppFrame>
    </>,
    { at: '/index' },
  );

beforeEach(() => {
  signInAs();
  stubServer({
    ...liveTicket,
    'GET /api/sys/msg/list': { items: [], total: 1, unread: 1, unconfirmed: 1 },
    'GET /api/sys/dict/select-tree': { items: [] },
  });
});

describe('a list that is rendered in time slices is rendered only once', () => {
  test('while all of the frame’s queries are answered', async () => {
    const { queries } = await drawFrame();
    await expect.element(page.getByRole('button', { name: '消息，1 条未读，1 条待确认' })).toBeVisible();
    const asked = queries.getQueryCache().findAll({ type: 'active' });
    expect(asked.map(({ queryKey }) => queryKey[0])).toEqual(expect.arrayContaining(['sys/msg', 'sys/dict']));
    await expectDrawnOnce((time) => asked.forEach((query) => query.setData({ ...(query.state.data as object), unread: 1 + time })));
    await expect.element(page.getByRole('button', { name: '消息，3 条未读，1 条待确认' })).toBeVisible();
  });

  test('while the end of the session is postponed', async () => {
    const endIn = (idle: number): void => sessionEnds.record({ token: getAccessToken() ?? '', idle: Date.now() + idle, total: Infinity });
    endIn(600_000);
    await drawFrame();
    await expectDrawnOnce((time) => endIn(600_000 + time * 60_000));
  });

  test('while the connection is lost', async () => {
    await drawFrame();
    const live = await stubLive();
    await expectDrawnOnce(
      () => live.lose(),
      () =>
        expect
          .poll(() => {
            live.welcome();
            return liveStore.get();
          })
          .toBe('connected'),
    );
  });
});
