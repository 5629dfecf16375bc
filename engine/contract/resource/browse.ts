/** How the list of a resource is searched and filtered, beside its columns and its `search` fields. */
export interface Browse<Name extends string = string> {
  /** The text fields of the search box; by default only the label. A resource with a form is also searched by the pinyin of its label. */
  readonly find?: readonly Name[];
  /** Filters that are always shown, for fields with few choices and for times (今天, 近7天); by default, at most three fields with few choices. */
  readonly filters?: readonly Name[];
  /** The fields of a card, shown instead of a table on narrow screens: after the label, beside it and below. */
  readonly card?: readonly Name[];
  /** A reference to a tree, which is shown to the left of the list as a filter. */
  readonly tree?: Name;
  /** Search fields of a very large table: a node builds an index of their grams, `…_grams`, and rebuilds it when this list changes. */
  readonly grams?: readonly Name[];
  /** A trigger counts the rows as they are inserted and deleted (`keep_row_count` in a migration), so that no page has to count them. */
  readonly counted?: true;
}
