import { channel } from 'node:diagnostics_channel';

const signInFailed = channel('back-office.sign-in-failure');

/** Publishes a failed sign-in with its method: `password`, `passkey`, `second-factor`, or the name of another method. */
export const publishSignInFailure = (way: string): void => signInFailed.publish(way);

/** Subscribes to them, until the returned function is called. */
export function onSignInFailure(listener: (way: string) => void): () => void {
  const onMessage = (way: unknown): void => listener(String(way));
  signInFailed.subscribe(onMessage);
  return () => {
    signInFailed.unsubscribe(onMessage);
  };
}
