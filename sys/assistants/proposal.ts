/** A change that an assistant proposes to a person, who confirms it in the form of the record or does not. */
export interface Proposal {
  readonly id: string;
  /** `YYYY-MM-DD HH:mm:ss` in the server's time zone. */
  readonly createTime: string;
  /** The API key that it came by. */
  readonly tokenName: string;
  readonly targetResource: string;
  /** Null where a record is to be added. */
  readonly targetId: string | null;
  /** The version of the record that the assistant had read. */
  readonly targetVersion: number | null;
  /** Values of fields of the record's form. */
  readonly proposed: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** When its person first put it into the form. */
  readonly openTime: string | null;
}

/** Most proposals that wait for one person. */
export const maxProposals = 100;
