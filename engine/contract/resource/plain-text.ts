// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * True for text that everything can store and show: no control characters but tab and line ends, no unpaired surrogate.
 * @example
 * export const reasonRules: Rules = {
 *   acmeReason: ({ endReason }) =>
 *     isPlainText(textOf(endReason)) ? [] : [{ field: 'endReason', message: '终止原因含有不可见的控制字符' }],
 * };
 */
export const isPlainText = (text: string): boolean => !control.test(text) && !loneSurrogate.test(text);

/** Characters without width or that reverse the direction, with which different texts look alike: zero-width characters, direction marks, tags. */
export const invisibleCharacters =
  '[\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]';
const invisiblePattern = new RegExp(invisibleCharacters, 'gu');
const joinedPictures = /(\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*)\u200d(?=\p{Extended_Pictographic})/gu;

/** True for a text without invisible characters, as in a name or a code. Joiners are allowed between emoji that they join into one. */
export const isFullyVisible = (text: string): boolean =>
  text.search(invisiblePattern) < 0 && !text.replace(joinedPictures, '$1').includes('\u200d');

/** The stored form of a unique value, by which it is compared: NFC, trimmed. */
export const uniqueText = (text: string): string => text.normalize('NFC').trim();

/** The same for a text stored before these rules, as it looks to people: also without invisible characters. */
export const visibleText = (text: string): string => text.normalize('NFC').replace(invisiblePattern, '').trim();
