import type { FastifyInstance } from 'fastify';
import { type ConfigAnswer, frontEndVersion } from '@back-office/contract/calls/config.ts';
import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { limits } from '@back-office/contract/limits.ts';
import { clockOffsets } from '../clock-offsets.ts';
import type { Settings } from '../settings.ts';

/** The public settings: the answer of /api/config, which is also embedded in the page. */
export const configOf = (
  { title, routerMode, registration, officeViewer, limits: own, logKeepDays, lockMinutes, passkeys, mail, publicUrl, timeZone }: Settings,
  signIn: readonly SignInMethod[],
  resets: boolean,
): ConfigAnswer => ({
  version: frontEndVersion,
  title,
  routerMode,
  signIn,
  registration,
  upload: { ...limits.upload, chunkSize: own.uploadChunkMb * 1024 * 1024 },
  officeViewer,
  clock: clockOffsets(timeZone),
  logKeepDays,
  recycleDays: own.recycleDays,
  lockMinutes,
  passkeys,
  mail: mail !== undefined,
  // A link must lead to an address that no request header has named.
  passwordReset: mail !== undefined && publicUrl !== undefined && resets && signIn.some(({ kind }) => kind === 'password'),
});

/** Whether a feature resets passwords; call it once the routes are registered. */
export const resetsPasswords = (app: FastifyInstance): boolean => app.hasRoute({ method: 'POST', url: '/api/password/forgot' });
