/** Somebody or something that a synchronisation would change, and how. */
export interface TrialLine {
  readonly name: string;
  readonly detail: string;
}

/** Of each kind how many there are; lists name the first `maxTrialLines`. */
export const trialKinds = { added: '新增', changed: '修改', disabled: '停用', conflicts: '冲突' } as const;

/** A kind of change. */
export type TrialKind = keyof typeof trialKinds;

/** Most lines that a list has. */
export const maxTrialLines = 200;

/** Milliseconds that a directory may take to say all that it has, and that a page waits for what would come of it: longer than for other calls. */
export const trialLimits = { read: 60_000, page: 120_000 } as const;

/** `POST sys/directory/trial/{id}`: what a run would do now. Nothing is written. */
export interface DirectoryTrial {
  readonly people: number;
  readonly departments: number;
  readonly counts: Readonly<Record<TrialKind, number>>;
  readonly lines: Readonly<Record<TrialKind, readonly TrialLine[]>>;
  /** Why a run would refuse to begin; `mayForce` where whoever knows better may have it run all the same. */
  readonly refused?: string;
  readonly mayForce?: boolean;
}
