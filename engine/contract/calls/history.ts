/** One field of a change: values as people read them, phones masked, secrets never. */
export interface FieldChange {
  field: string;
  label: string;
  before: unknown;
  after: unknown;
}

/** One entry of a record's history: `data` of GET /api/{res}/select-history/{id} is a list of them, newest first. */
export interface HistoryEntry {
  id: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  optTime: string;
  userName: string | null;
  optType: string;
  optChanges: FieldChange[] | null;
}
