import type { Node as DocumentNode } from '@tiptap/pm/model';

/** Attributes of a picture in the text: `file` once it is stored, the `upload` key until then. */
interface PictureAttributes {
  file: string | null;
  upload: string | null;
  alt: string;
}

export const attributesOf = ({ attrs }: DocumentNode): PictureAttributes => ({
  file: typeof attrs['file'] === 'string' ? attrs['file'] : null,
  upload: typeof attrs['upload'] === 'string' ? attrs['upload'] : null,
  alt: typeof attrs['alt'] === 'string' ? attrs['alt'] : '',
});
