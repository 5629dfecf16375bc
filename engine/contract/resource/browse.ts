/** How the list of a resource is searched and filtered, beside its columns and its `search` fields. */
export interface Browse<Name extends string = string> {
  /** Texts in which the search box looks; only the label when absent. A resource that people write is found by the pinyin of its label too. */
  readonly find?: readonly Name[];
  /** Filters that are always shown, for fields with few choices and for times (今天, 近7天); when absent, at most three fields with few choices. */
  readonly filters?: readonly Name[];
  /** Fields that a card shows where there is no room for a table: after the label, beside it and below. */
  readonly card?: readonly Name[];
  /** A reference to a tree; the tree is shown left of the list as a filter. */
  readonly tree?: Name;
  /** Texts by which a very large table is searched: a node builds an index of their grams, `…_grams`, and rebuilds it when this list changes. */
  readonly grams?: readonly Name[];
  /** A trigger counts its rows as they are inserted and deleted (`keep_row_count` in a migration), so that no page recounts them. */
  readonly counted?: true;
}
