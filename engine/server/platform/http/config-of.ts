import type { FastifyInstance } from 'fastify';
import { type ConfigAnswer, frontEndVersion } from '@back-office/contract/calls/config.ts';
import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { limits } from '@back-office/contract/limits.ts';
import { clockOffsets } from '../clock-offsets.ts';
import type { Settings } from '../settings.ts';

/** What everybody may know of the settings: the answer of /api/config, which also stands in the page. */
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
  // A link must lead to a place that no header of a request has named.
  passwordReset: mail !== undefined && publicUrl !== undefined && resets && signIn.some(({ kind }) => kind === 'password'),
});

/** Whether a feature does that; ask once its calls are in place. */
export const resetsPasswords = (app: FastifyInstance): boolean => app.hasRoute({ method: 'POST', url: '/api/password/forgot' });
