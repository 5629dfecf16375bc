/** What frame 66 tells these people of a notice: the message record, read once, and for those who may read it what is their own. */
export interface NoticeForPeople {
  readonly record: object | undefined;
  /** By user: what the frame holds besides, such as the unread count. Those who may not read the notice are left out. */
  readonly marks: ReadonlyMap<string, object>;
}

/** Reads the content of frame 66 for some of the people online (docs/wire.md "Live socket"). One statement, however many users. */
export type NoticeReader = (noticeId: string, users: readonly string[]) => Promise<NoticeForPeople>;
