// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const loneSurrogate = /\p{Surrogate}/u;

/** True for text that every part can store and show: no control characters but tab and line ends, no half of a surrogate pair. */
export const isPlainText = (text: string): boolean => !control.test(text) && !loneSurrogate.test(text);
