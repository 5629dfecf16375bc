/** Events of a resource besides additions, changes and deletions: only the module's own code announces them, and webhooks offer them. */
export interface OwnEvents<Name extends string = string> {
  /** The resource, one of the same feature. */
  readonly resource: string;
  /** The events and their words, such as `{ approved: '批准' }`. */
  readonly words: Readonly<Record<Name, string>>;
}

/**
 * Declares events of a resource, which a feature lists in `events` and the server announces with `announceEvent`; a misspelt name there does not compile.
 * @example
 * export const agreementEvents = defineEvents('acme/agreement', { approved: '批准', ended: '终止' });
 */
export const defineEvents = <const Name extends string>(resource: string, words: Readonly<Record<Name, string>>): OwnEvents<Name> => ({
  resource,
  words,
});

/** The changes that every resource may have: no event has one of these names. */
export const changeKinds = { added: '新增', changed: '修改', deleted: '删除' } as const;

/** The pattern of an event's name, as text of a regular expression. */
export const eventName = '[a-z][A-Za-z]{1,29}';
