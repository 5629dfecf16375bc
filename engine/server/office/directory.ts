/** A person as a directory has them. What it does not say of somebody is left as it is here. */
export interface DirectoryPerson {
  /** What never changes of them there; with the directory's `issuer` it is what their account is linked by. */
  readonly subject: string;
  /** What a new account is called. */
  readonly account: string;
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  /** The `key` of their department. */
  readonly department?: string | undefined;
  /** The names of their groups. */
  readonly groups: readonly string[];
  /** Disabled there, though still listed. */
  readonly isDisabled: boolean;
}

/** A department as a directory has it. */
export interface DirectoryDepartment {
  readonly key: string;
  readonly name: string;
  /** The `key` of the one above it; none for those at the top. */
  readonly parent?: string | undefined;
}

/** All that a directory says at one moment. */
export interface DirectoryContent {
  readonly people: readonly DirectoryPerson[];
  readonly departments: readonly DirectoryDepartment[];
}

/** Another side that people, departments and groups are synchronised from; a way to sign in of the same `id` knows the same people. */
export interface Directory {
  readonly id: string;
  readonly label: string;
  readonly issuer: string;
  /** Reads everything. Throws a `WayRefusal` where nobody can be asked: half an answer would disable the other half. */
  readonly read: (signal: AbortSignal) => Promise<DirectoryContent>;
}
