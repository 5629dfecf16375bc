import { ScureBase32Plugin, verifySync } from 'otplib';

/** Seconds by which clocks may differ: the code of one step before and of one after is taken. */
const tolerance = 30;
const writer = new ScureBase32Plugin();

/** The time step that a code of six digits belongs to: now's, or the one before or after. Undefined for a wrong code. */
export function matchStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: tolerance });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** Bytes as base32 without padding (RFC 4648), as authenticator apps read them. */
export const base32 = (bytes: Uint8Array): string => writer.encode(bytes, { padding: false });
