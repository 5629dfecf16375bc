/** What somebody of whom another side says certain things would get: `data` of POST sys/claim-rule/trial. */
export interface ClaimTrial {
  /** Names of the rules that fit. */
  readonly rules: readonly string[];
  /** Names of the roles that they would have by them. */
  readonly roles: readonly string[];
  /** Names of the roles that they would not have, or lose. */
  readonly without: readonly string[];
  /** The organisation that they would belong to; null where no rule says. */
  readonly org: string | null;
}
