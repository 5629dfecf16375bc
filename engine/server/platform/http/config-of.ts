import { type ConfigAnswer, frontEndVersion } from '@back-office/contract/calls/config.ts';
import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Settings } from '../settings.ts';

/** What everybody may know of the settings: the answer of /api/config, which also stands in the page. */
export const configOf = (
  { title, routerMode, registration, officeViewer, uploadChunk, logKeepDays, lockMinutes, passkeys, mail }: Settings,
  signIn: readonly SignInMethod[],
): ConfigAnswer => ({
  version: frontEndVersion,
  title,
  routerMode,
  signIn,
  registration,
  upload: { ...limits.upload, chunkSize: uploadChunk },
  officeViewer,
  logKeepDays,
  lockMinutes,
  passkeys,
  mail: mail !== undefined,
});
