import { cutText } from '@back-office/contract/cut-text.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { hasMarkup, noticeHtml } from '../notice-html.ts';
import { pictureIds, pictureLimits } from '../notice-pictures.ts';
import sanitizeHtml from 'sanitize-html';

const options: sanitizeHtml.IOptions = {
  allowedTags: [...noticeHtml.tags],
  allowedAttributes: Object.fromEntries(Object.entries(noticeHtml.attributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...noticeHtml.schemes],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href }) => ({ tagName, attribs: { ...(href === undefined ? {} : { href }), ...noticeHtml.link } }),
    // The id before the alternative text, as `pictureIds` expects.
    img: (tagName, { 'data-file': file = '', alt = '' }) => ({
      tagName,
      attribs: { 'data-file': file.toLowerCase(), alt: cutText(alt.replaceAll(/\s+/g, ' ').trim(), pictureLimits.altLength) },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isId(attribs['data-file']),
};

/**
 * The body of a notice without anything that could run or fetch (docs/hardening.md F06). Cleaning is idempotent, and
 * plain text stays as it is. When nothing but refused elements was sent, the source is kept as text, so that no words
 * are lost; empty when there are neither words nor pictures.
 */
export function cleanHtml(text: string): string {
  if (!hasMarkup(text)) return text;
  const clean = sanitizeHtml(text, options);
  if (hasWords(clean) || pictureIds(clean).length > 0) return clean;
  const source = sanitizeHtml(text, { ...options, disallowedTagsMode: 'recursiveEscape' });
  return hasWords(source) ? source : '';
}

/** For sanitised HTML: it contains `<` and `>` only around tags, and every other entity is a visible character. */
const hasWords = (clean: string): boolean => clean.replaceAll(/<[^>]*>/g, '').trim() !== '';
