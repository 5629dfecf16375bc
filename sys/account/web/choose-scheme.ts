import { chooseAppearance } from '@back-office/web/platform/appearance/choose-appearance.ts';
import type { Scheme } from '@back-office/web/platform/appearance/scheme.ts';

/** Sets the colour scheme: light, dark, or the system's. Separate from the shell's value, which is also read without a browser. */
export const chooseScheme = (scheme: Scheme): void => chooseAppearance({ scheme });
