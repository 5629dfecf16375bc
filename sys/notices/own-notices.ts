/** A notice as its reader has it: an item of `data.items` of GET /api/sys/msg/list, and `data` of the calls on one. */
export interface NoticeRecord {
  id: string;
  version: number;
  msgTitle: string;
  msgContent: string;
  msgType: string | null;
  msgLevel: string | null;
  msgScope: string;
  msgStatus: string;
  needConfirm: '是' | '否';
  publishTime: string;
  expireTime: string | null;
  publishUser: string | null;
  publishUserLabel: string | null;
  isRead: '是' | '否';
  readTime: string | null;
  confirmTime: string | null;
  /** When its readers were last asked to read it. */
  remindTime: string | null;
  createTime: string;
  createUser: string | null;
  updateTime: string;
  updateUser: string | null;
}

/** What is still to be read or confirmed, beside every answer about notices. */
export interface NoticeCounts {
  unread: number;
  /** Read or not, confirmed they are not. */
  unconfirmed: number;
}

/** `data` of GET /api/sys/msg/list. */
export interface NoticeList extends NoticeCounts {
  items: NoticeRecord[];
  total: number;
}

/** `data` of PUT /api/sys/msg/read/{id} and confirm/{id}, and of a live frame 66: the notice and the counts. */
export type NoticeAnswer = NoticeRecord & NoticeCounts;

/** One person to whom a notice is addressed. */
export interface NoticeReader {
  id: string;
  userAccount: string;
  userName: string;
  sysOrgIdLabel: string | null;
  isRead: '是' | '否';
  readTime: string | null;
  confirmTime: string | null;
}

/** `data` of GET /api/sys/msg/readers/{id}. */
export interface NoticeReaders {
  items: NoticeReader[];
  /** How many match what was asked for; the others are of all whom it is addressed to. */
  total: number;
  addressed: number;
  read: number;
  confirmed: number;
}

/** In the place of a resource, among what the search finds: the user's own notices, which are read in 我的消息 and not administered. */
export const ownNotices = 'message';
