import { isId } from '@back-office/contract/resource/field-schema.ts';
import { type Editor, Node, ReactNodeViewRenderer } from '@tiptap/react';
import { attributesOf } from './attributes-of.ts';
import { PictureView } from './picture-view.tsx';
import { pictureUploads } from './picture-uploads.ts';

/** A picture as notices can contain it (notice-html.ts): the id of a file and an alternative text, but no address. */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    file: { default: null, parseHTML: fileIn, renderHTML: named('data-file', 'file') },
    upload: {
      default: null,
      parseHTML: (element) => (fileIn(element) === null ? element.getAttribute('data-upload') : null),
      renderHTML: named('data-upload', 'upload'),
    },
    alt: { default: '', parseHTML: (element) => element.getAttribute('alt') ?? '' },
  }),
  parseHTML: () => [
    { tag: 'img[data-file]', getAttrs: (element) => (fileIn(element) === null ? false : null) },
    { tag: 'img[data-upload]' },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(PictureView, { as: 'span' }),
});

const named = (name: string, attribute: string) => (attributes: Record<string, unknown>) =>
  typeof attributes[attribute] === 'string' ? { [name]: attributes[attribute] } : {};

function fileIn(element: HTMLElement): string | null {
  const id = element.getAttribute('data-file');
  return isId(id) ? id.toLowerCase() : null;
}

/** Sets the files of uploaded pictures, and removes those whose upload failed. */
export function settlePictures(editor: Editor): void {
  const known = pictureUploads.get();
  const { tr } = editor.state;
  editor.state.doc.descendants((node, at) => {
    if (node.type.name !== PictureNode.name) return;
    const { upload, alt } = attributesOf(node);
    if (upload === null) return;
    const sent = known.get(upload);
    const place = tr.mapping.map(at);
    if (sent === undefined) tr.delete(place, place + node.nodeSize);
    else if (sent.file !== undefined) tr.setNodeMarkup(place, undefined, { file: sent.file, upload: null, alt });
  });
  // Not typed by the person, so not part of the undo history.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
}

/** The number of pictures in the text. */
export function countPictures({ state }: Editor): number {
  let count = 0;
  state.doc.descendants(({ type }) => {
    if (type.name === PictureNode.name) count += 1;
  });
  return count;
}
