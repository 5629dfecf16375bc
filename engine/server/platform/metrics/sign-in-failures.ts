import { channel } from 'node:diagnostics_channel';

const signInFailed = channel('back-office.sign-in-failure');

/** Tells that somebody was not let in, and by which way they tried: `password`, `passkey`, `second-factor`, or the word of another way. */
export const tellSignInFailure = (way: string): void => signInFailed.publish(way);

/** Hears of each from now on, until the function that it gives is called. */
export function onSignInFailure(told: (way: string) => void): () => void {
  const hear = (way: unknown): void => told(String(way));
  signInFailed.subscribe(hear);
  return () => {
    signInFailed.unsubscribe(hear);
  };
}
