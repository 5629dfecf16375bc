/** What pictures in the body of a notice may be, beside `pictureFiles`. */
export const pictureLimits = {
  /** Most pictures of one notice, beside its attachments. */
  most: 20,
  /** Characters that say what a picture shows. */
  altLength: 200,
} as const;

const picture = /<img data-file="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g;

/** The files of the pictures in a clean body, each once, in its order. */
export const pictureIds = (html: string): string[] => [...new Set(Array.from(html.matchAll(picture), ([, id = '']) => id))];

/** A place in a text where the editor is still sending a picture. */
export const isSending = (html: string): boolean => /<img data-upload="/.test(html);
