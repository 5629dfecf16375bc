import { limits } from '@back-office/contract/limits.ts';

/** A character of a captcha, as rendered. */
export interface CaptchaChar {
  char: string;
  /** Index into the palette of `captcha.css`. */
  colour: number;
  /** Pixels. */
  size: number;
  /** Degrees. */
  rotation: number;
}

/** Letters and digits except lookalikes (0 O, 1 I l). */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Colours with enough contrast to the background in light and in dark mode. */
const captchaColours = 6;

/** Four random letters or digits with random colour, size and rotation (docs/spec.md 2.3). */
export const randomCaptcha = (random: () => number = Math.random): CaptchaChar[] =>
  Array.from({ length: limits.captchaLength }, () => ({
    char: alphabet.charAt(Math.floor(random() * alphabet.length)),
    colour: Math.floor(random() * captchaColours),
    size: 21 + Math.floor(random() * 7),
    rotation: Math.floor(random() * 51) - 25,
  }));
