import { chooseAppearance } from '@back-office/web/platform/appearance/choose-appearance.ts';
import type { Scheme } from '@back-office/web/platform/appearance/scheme.ts';

/** Shows everything light, dark, or as the system has it. Apart from the shell's value, which is read without a browser too. */
export const chooseScheme = (scheme: Scheme): void => chooseAppearance({ scheme });
