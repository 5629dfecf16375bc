/**
 * Reads, for those of the given users who may read the notice, what a frame 66 shows them: the message record with
 * the unread count (docs/wire.md "Live socket"). One statement, however many they are; who may not read it is left out.
 */
export type NoticeReader = (noticeId: string, users: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
