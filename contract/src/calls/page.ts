/** `data` of every paged call: the page's records and how many there are in all. */
export interface PageAnswer<Row> {
  items: Row[];
  total: number;
}
