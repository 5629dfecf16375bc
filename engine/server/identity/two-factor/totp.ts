import { ScureBase32Plugin, verifySync } from 'otplib';

/** Seconds by which clocks may differ: the codes of the step before and the step after are accepted too. */
const tolerance = 30;
const writer = new ScureBase32Plugin();

/** The time step of a six-digit code: the current one, or the one before or after. Undefined for a wrong code. */
export function matchStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: tolerance });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** Encodes bytes as base32 without padding (RFC 4648), as authenticator apps expect. */
export const base32 = (bytes: Uint8Array): string => writer.encode(bytes, { padding: false });
