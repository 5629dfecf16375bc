/** A message as a provider is to send it. */
export interface OutgoingSms {
  /** Ours; it travels with the message, so that the provider can be asked what became of it. */
  readonly id: string;
  /** As `plainPhone` gives it. */
  readonly phone: string;
  readonly text: string;
  /** The template that gives the text; undefined for a text that somebody typed. */
  readonly template:
    | { readonly code: string; readonly variables: Readonly<Record<string, string>>; readonly order: readonly string[] }
    | undefined;
}

/**
 * What came of a try. `refused`: not sent, and another try would not help; `later`: not sent, and another try may;
 * `unknown`: it may have been sent, so nobody may try again before that is known. Reasons are Chinese, for the list.
 */
export type SmsOutcome =
  | { readonly state: 'accepted'; readonly providerId: string | null }
  | { readonly state: 'refused' | 'later' | 'unknown'; readonly reason: string };

/** What a provider knows of a message. `absent`: it was certainly not sent. */
export type SmsFinding =
  | { readonly state: 'accepted'; readonly providerId: string | null }
  | { readonly state: 'absent' }
  | { readonly state: 'refused' | 'unknown'; readonly reason: string };

/** Whoever brings messages to phones. */
export interface SmsProvider {
  readonly name: 'log' | 'aliyun' | 'tencent';
  /** It sends approved templates only. */
  readonly templatesOnly: boolean;
  /** Tries once. Never throws: what went wrong is an outcome. */
  readonly send: (message: OutgoingSms) => Promise<SmsOutcome>;
  /** Asks what became of a message that was tried at that time. Throws when it cannot be asked now. */
  readonly find: (message: OutgoingSms, triedAt: Date) => Promise<SmsFinding>;
}
