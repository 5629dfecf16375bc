import { useRef } from 'react';
import { newKey } from './new-key.ts';
import { isRefusal } from './retry-until-success.ts';

/** A body with the key that repetitions of its call have in common. */
interface Attempt {
  readonly json: string;
  readonly headers: Readonly<Record<'Idempotency-Key', string>>;
}

/**
 * Sends a call that the person may repeat. Until an answer arrives, the same body is sent with the same Idempotency-Key, so that a double click or a
 * lost answer does it once; after any answer the next attempt has a new key.
 */
export function useRepeatable(): <Answer>(body: unknown, send: (attempt: Attempt) => Promise<Answer>) => Promise<Answer> {
  const last = useRef<Attempt>(undefined);
  return async (body, send) => {
    const json = JSON.stringify(body);
    const attempt = last.current?.json === json ? last.current : { json, headers: { 'Idempotency-Key': newKey() } };
    last.current = attempt;
    const settle = (): void => {
      if (last.current === attempt) last.current = undefined;
    };
    try {
      const answer = await send(attempt);
      settle();
      return answer;
    } catch (error) {
      if (isRefusal(error)) settle();
      throw error;
    }
  };
}
