/**
 * The result of an attempt: `again` is to be retried, `held` was not tried, as something else comes first, and `left` must no longer be sent.
 * Reasons are Chinese, for the list.
 */
export type Outcome = { readonly state: 'sent' } | { readonly state: 'again' | 'held' | 'failed' | 'left'; readonly reason: string };
