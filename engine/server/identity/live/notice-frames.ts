import { liveCodes, type LiveFrame } from '@back-office/contract/calls/live.ts';
import type { NoticeEvent } from '../../platform/live/live-event.ts';
import { reloadWindowMs } from './changed-frames.ts';
import type { LiveSocket } from './live-socket.ts';
import type { LiveSockets } from './live-sockets.ts';
import type { NoticeReader } from './notice-reader.ts';

/** How many people's marks one statement reads: those of everybody would exceed its time. */
const portion = 200;

interface NoticeFrames {
  readonly sockets: readonly LiveSocket[];
  /** Builds the frame of a recipient; the record is serialised once for many. */
  readonly textFor: (userId: string) => string | undefined;
}

/** The frames 66 of a notice, for the people connected here who may read it. */
export async function noticeFrames(readNotice: NoticeReader, all: LiveSockets, { id, users }: NoticeEvent): Promise<NoticeFrames> {
  const localUsers = users === undefined ? all.users : users.filter((user) => all.ofUser(user).length > 0);
  const found = new Map<string, { record: string; marks: object }>();
  for (let at = 0; at < localUsers.length; at += portion) {
    const { record, marks } = await readNotice(id, localUsers.slice(at, at + portion));
    const text = JSON.stringify(record ?? {});
    for (const [user, own] of marks) found.set(user, { record: text, marks: own });
  }
  const sockets = [...found.keys()].flatMap((user) => all.ofUser(user));
  const within = reloadWindowMs(sockets.length);
  return {
    sockets,
    textFor: (userId) => {
      const own = found.get(userId);
      if (own === undefined) return undefined;
      const frame = JSON.stringify({ code: liveCodes.notice, data: { ...own.marks, within } } satisfies LiveFrame);
      // Both are objects with at least one property.
      return `${frame.slice(0, -2)},${own.record.slice(1)}}`;
    },
  };
}
