/** A message for a provider to send. */
export interface OutgoingSms {
  /** Our id of this attempt; sent with the message, so that the provider can be asked about its outcome, and not about that of an earlier one. */
  readonly id: string;
  /** As returned by `plainPhone`. */
  readonly phone: string;
  readonly text: string;
  /** The template of the text; undefined for free text. */
  readonly template:
    | { readonly code: string; readonly variables: Readonly<Record<string, string>>; readonly order: readonly string[] }
    | undefined;
}

/**
 * The outcome of an attempt. `refused`: not sent, and a retry would not help; `later`: not sent, and a retry may succeed; `unknown`: it may have been
 * sent, so it must not be retried until that is known. Reasons are Chinese, for the list.
 */
export type SmsOutcome =
  | { readonly state: 'accepted'; readonly providerId: string | null }
  | { readonly state: 'refused' | 'later' | 'unknown'; readonly reason: string };

/** A provider's information about a message. `absent`: it was certainly not sent. */
export type SmsInquiryResult =
  | { readonly state: 'accepted'; readonly providerId: string | null }
  | { readonly state: 'absent' }
  | { readonly state: 'refused' | 'unknown'; readonly reason: string };

/** A service that delivers messages to phones. */
export interface SmsProvider {
  readonly name: 'log' | 'aliyun' | 'tencent';
  /** It sends approved templates only. */
  readonly templatesOnly: boolean;
  /** Tries once. Never throws: failures are returned as outcomes. */
  readonly send: (message: OutgoingSms) => Promise<SmsOutcome>;
  /** Queries the outcome of a message that was tried at that time. Throws if the provider cannot be reached now. */
  readonly find: (message: OutgoingSms, triedAt: Date) => Promise<SmsInquiryResult>;
}
