import { noticeHtml } from '../notice-html.ts';
import type { AnyExtension } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { PictureNode } from './picture-node.ts';
import { tableNodes } from './table-nodes.ts';

const links = { openOnClick: false, protocols: [...noticeHtml.schemes], HTMLAttributes: { target: null, rel: null } };

/** What the server lets in is wider than what the kit makes of it by itself. */
const wider: Readonly<Record<string, Record<string, unknown>>> = {
  // Code may be bold, and lead somewhere.
  code: { excludes: '' },
  codeBlock: { marks: '_' },
  // An item may begin with a heading, a table or another list.
  listItem: { content: 'block+' },
};

const Kit = StarterKit.extend({
  addExtensions() {
    const all: AnyExtension[] = this.parent?.() ?? [];
    return all.map((extension) => (wider[extension.name] === undefined ? extension : extension.extend(wider[extension.name])));
  },
});

/** All that the body of a notice is edited with: it holds every element that the server lets in. */
export const noticeExtensions = [Kit.configure({ link: links, heading: { levels: [1, 2, 3, 4] } }), ...tableNodes, PictureNode];
