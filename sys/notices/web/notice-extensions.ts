import { noticeHtml } from '../notice-html.ts';
import type { AnyExtension } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { PictureNode } from './picture-node.ts';
import { tableNodes } from './table-nodes.ts';

const links = { openOnClick: false, protocols: [...noticeHtml.schemes], HTMLAttributes: { target: null, rel: null } };

/** The server allows more than the kit's defaults. */
const wider: Readonly<Record<string, Record<string, unknown>>> = {
  // Code may be bold, and may be a link.
  code: { excludes: '' },
  codeBlock: { marks: '_' },
  // A list item may start with a heading, a table or another list.
  listItem: { content: 'block+' },
};

const Kit = StarterKit.extend({
  addExtensions() {
    const all: AnyExtension[] = this.parent?.() ?? [];
    return all.map((extension) => (wider[extension.name] === undefined ? extension : extension.extend(wider[extension.name])));
  },
});

/** The extensions for editing a notice's body: they support every element that the server allows. */
export const noticeExtensions = [Kit.configure({ link: links, heading: { levels: [1, 2, 3, 4] } }), ...tableNodes, PictureNode];
