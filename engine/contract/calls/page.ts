/** `data` of every paged call: the records of the page and the total. */
export interface PageAnswer<Row> {
  items: Row[];
  total: number;
  /** The total is an estimate, since counting would take too long; shown as 约. */
  approximate?: true;
}
