/**
 * Reads the content of frame 66 for each of the given users who may read the notice: the message record with the unread
 * count (docs/wire.md "Live socket"). One statement, however many users; those who may not read it are left out.
 */
export type NoticeReader = (noticeId: string, users: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
