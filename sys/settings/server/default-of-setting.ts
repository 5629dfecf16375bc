import { defaultOf } from '@back-office/server/platform/live-settings.ts';
import type { KnownSetting } from '../known-setting.ts';
import { defaultMessage } from '../message-template.ts';

/** The default of a setting, in the stored format. */
export const defaultOfSetting = ({ name, input, byDefault }: KnownSetting): string =>
  input.kind === 'message' ? defaultMessage(input.template) : (byDefault ?? defaultOf(name));
