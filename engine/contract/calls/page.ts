/** `data` of every paged call: the page's records and how many there are in all. */
export interface PageAnswer<Row> {
  items: Row[];
  total: number;
  /** The total is the database's estimate, since counting would take too long; shown as 约. */
  approximate?: true;
}
