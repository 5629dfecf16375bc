/** How the list of a resource is looked through, beside its columns and what it can be filtered by. */
export interface Browse<Name extends string = string> {
  /** Texts in which the search box looks; the label alone when absent. What people write is found by the pinyin of its label too. */
  readonly find?: readonly Name[];
  /** Filters that are always there, of fields with few choices and of times (今天, 近7天); those of few choices, three at most, when absent. */
  readonly filters?: readonly Name[];
  /** What a card shows where there is no room for a table: after the label, beside it and below. */
  readonly card?: readonly Name[];
  /** A reference to a tree, which stands at the left of the list to filter it by. */
  readonly tree?: Name;
  /** Texts that a table of very many rows is searched by: a node makes an index of what they hold, `…_grams`, and keeps it up with this list. */
  readonly grams?: readonly Name[];
  /** Its rows are counted as they come and go (`keep_row_count` in a migration), and no page counts them anew. */
  readonly counted?: true;
}
