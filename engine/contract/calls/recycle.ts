/** POST sys/recycle/restore/{id,id}: what was restored. */
export interface RestoreAnswer {
  /** How many records were restored. */
  readonly restored: number;
  /** How many of their links could not be restored, such as one to a role deleted since. */
  readonly leftOut: number;
}
