/** What GET /api/sys/search?q= finds: groups that hold something, in the order in which they are shown. */
export interface SearchAnswer {
  groups: FoundGroup[];
}

/** What the search found in one place: the records of a resource, or what a feature adds. */
export interface FoundGroup {
  /** The resource, such as sys/user, or the component key of the page that shows them, such as message. */
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
