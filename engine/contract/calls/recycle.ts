/** POST sys/recycle/restore/{id,id}: what came back. */
export interface RestoreAnswer {
  /** How many records stand again. */
  readonly restored: number;
  /** How many ties of theirs, such as a role deleted since, could not come back with them. */
  readonly leftOut: number;
}
