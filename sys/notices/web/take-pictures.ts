import { pictureFiles } from '@back-office/contract/calls/file.ts';
import { droppedFiles } from '@back-office/web/files/upload/dropped-files.ts';
import { refusalOf } from '@back-office/web/files/upload/refusal-of.ts';
import { renamePasted } from '@back-office/web/files/upload/rename-pasted.ts';
import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { pictureLimits } from '../notice-pictures.ts';
import { officeHtml, withoutStyles } from './office-html.ts';
import { countPictures, PictureNode } from './picture-node.ts';
import { pictureUploads } from './picture-uploads.ts';

const { most } = pictureLimits;
const rules = { ...pictureFiles, maxFiles: most };

const onlyPictures = '正文里只能放图片，其他文件请作为附件上传';
export const foreignPictures = '其他网页或文档里的图片没有带入，请用“插入图片”放入';

/** Inserts pictures into the text, each on its own line, and starts uploading them; returns the reasons why others were refused, each once. */
export function takePictures(editor: Editor, files: readonly File[], at?: number): string[] {
  const refusals = files.map((file) => (file.type.startsWith('image/') ? refusalOf(file, rules) : onlyPictures));
  const taken = files.filter((_, nth) => refusals[nth] === undefined);
  const reasons = [...new Set(refusals.filter((reason) => reason !== undefined))];
  if (taken.length === 0) return reasons;
  if (countPictures(editor) + taken.length > most) return [...reasons, `正文中的图片不能超过 ${most} 张`];
  const { selection, doc } = editor.state;
  const place = at === undefined ? placeOf(doc, selection) : placeOf(doc, { from: at, to: at });
  const lines = taken.map((file) => ({
    type: 'paragraph',
    content: [{ type: PictureNode.name, attrs: { upload: pictureUploads.begin(file) } }],
  }));
  const after = doc.resolve(place.to);
  // After a last picture, an empty line to continue writing.
  const isLast = (after.depth === 0 ? place.to : after.after(1)) >= doc.content.size;
  editor
    .chain()
    .focus()
    .insertContentAt(place, isLast ? [...lines, { type: 'paragraph' }] : lines)
    .run();
  return reasons;
}

/** At the start or end of a line, inserts before or after it: inserting within it would leave an empty line. */
function placeOf(doc: Node, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const { parent, parentOffset, depth } = doc.resolve(from);
  if (from !== to || depth === 0 || !parent.isTextblock || parent.content.size === 0) return { from, to };
  const at = parentOffset === 0 ? from - 1 : parentOffset === parent.content.size ? from + 1 : from;
  return { from: at, to: at };
}

/** Files pasted as such: Word and Excel add a picture of the text beside the text. */
export function pastedFiles(data: DataTransfer): File[] {
  const { body } = new DOMParser().parseFromString(withoutStyles(data.getData('text/html')), 'text/html');
  return body.textContent.trim() === '' ? droppedFiles(data).files.map(renamePasted) : [];
}

/** Pasted HTML converted to what a notice can contain, without pictures foreign to this text, and whether there were any. */
export function pastedHtml(html: string, own: ReadonlySet<string>): { html: string; hadForeign: boolean } {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  const kept = new DOMParser().parseFromString(officeHtml(html), 'text/html').body;
  for (const picture of foreignIn(kept, own)) picture.remove();
  return { html: kept.innerHTML, hadForeign: foreignIn(body, own).length > 0 };
}

const foreignIn = (body: HTMLElement, own: ReadonlySet<string>): Element[] =>
  [...body.querySelectorAll('img')].filter((picture) => {
    const [file, upload] = [picture.getAttribute('data-file'), picture.getAttribute('data-upload')];
    return !(file !== null && own.has(file.toLowerCase())) && !(upload !== null && pictureUploads.get().has(upload));
  });
