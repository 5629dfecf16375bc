/** How something is: well, to be looked at, in trouble, or merely said. */
export type Level = 'ok' | 'warn' | 'bad' | 'info';

/** One thing that was looked at. */
export interface StatusItem {
  readonly name: string;
  readonly title: string;
  readonly level: Level;
  /** What was found. */
  readonly value: string;
  /** What to do about it; of what is not well. */
  readonly cure?: string;
}

export interface StatusSection {
  readonly name: string;
  readonly title: string;
  readonly items: readonly StatusItem[];
}

/** `GET sys/status/select-status`. */
export interface StatusAnswer {
  /** When it was looked at, in the server's time zone. */
  readonly time: string;
  readonly sections: readonly StatusSection[];
}
