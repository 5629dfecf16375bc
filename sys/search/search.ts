/** What GET /api/sys/search?q= finds: groups that hold something, in the order in which they are shown. */
export interface SearchAnswer {
  groups: FoundGroup[];
}

/** In the place of a resource: one's own notices, which are read in 我的消息 and not administered. */
export const ownNotices = 'message';

export interface FoundGroup {
  /** The resource, such as sys/user, or `ownNotices`. */
  resource: string;
  title: string;
  items: Found[];
  /** There are more than these. */
  more: boolean;
}

/** A record that the person may see. */
export interface Found {
  id: string;
  label: string;
  /** What tells it from others of its name: an account, a code. */
  detail: string | null;
}
