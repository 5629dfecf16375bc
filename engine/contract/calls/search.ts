/** The result of GET /api/sys/search?q=: the groups with matches, in display order. */
export interface SearchAnswer {
  groups: FoundGroup[];
}

/** The matches in one place: records of a resource, or what a feature adds. */
export interface FoundGroup {
  /** The resource, such as sys/user, or the component key of the page that shows the matches, such as message. */
  resource: string;
  title: string;
  items: Found[];
  /** There are more matches. */
  more: boolean;
}

/** A record that the person may see. */
export interface Found {
  id: string;
  label: string;
  /** What distinguishes it from others with the same name: an account, a code. */
  detail: string | null;
}
