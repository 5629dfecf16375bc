import { Refusal } from '../../platform/http/refusal.ts';

/** What a call in a session that has ended is refused with: 41003 and the reason, or 40003 if nobody gave one (docs/wire.md "Envelope and codes"). */
export const endedRefusal = (reason: string | null): Refusal =>
  reason === null ? new Refusal('noSession') : new Refusal('sessionEnded', { message: reason });
