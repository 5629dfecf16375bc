import { DeleteOutlined } from '@ant-design/icons';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { Button, Tooltip } from 'antd';
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { pictureLimits } from '../notice-pictures.ts';
import { PictureGone } from './notice-picture.tsx';
import { attributesOf } from './attributes-of.ts';
import { pictureUploads } from './picture-uploads.ts';
import type { Pictures } from './use-pictures.ts';

/** The files of the pictures in the edited text. */
export const PicturesContext = createContext<Pictures | undefined>(undefined);

/** A picture in the edited text, with its alternative text below it. */
export function PictureView({ node, editor, getPos, selected, updateAttributes, deleteNode }: ReactNodeViewProps) {
  const { file, upload, alt } = attributesOf(node);
  const pictures = useContext(PicturesContext);
  const preview = useSyncExternalStore(pictureUploads.subscribe, () => pictureUploads.previewOf(upload ?? file ?? ''));
  const src = preview ?? pictures?.get(file ?? '')?.filePath;
  const words = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Changed by undo or a restored draft; does not overwrite what is being typed.
    if (words.current !== null && words.current !== document.activeElement) words.current.value = alt;
  }, [alt]);
  const focusAfterPicture = (): void => {
    const at = getPos();
    if (at !== undefined)
      editor
        .chain()
        .focus(at + node.nodeSize)
        .run();
  };
  return (
    <NodeViewWrapper as="span" className={selected ? 'rich-picture rich-picture-chosen' : 'rich-picture'} aria-busy={upload !== null}>
      <span className="rich-picture-frame" data-drag-handle>
        {src === undefined && pictures !== undefined ? <PictureGone alt={alt} /> : <img src={src} alt={alt} draggable={false} />}
        {upload !== null && (
          <span className="rich-picture-sending" role="status">
            正在上传…
          </span>
        )}
        <Tooltip title="删除图片">
          <Button
            className="rich-picture-delete"
            size="small"
            aria-label="删除图片"
            icon={<DeleteOutlined aria-hidden />}
            onClick={deleteNode}
          />
        </Tooltip>
      </span>
      <input
        ref={words}
        className="rich-picture-words"
        aria-label="图片说明"
        placeholder="图片说明：写出图中的内容，供读屏朗读、图片打不开时显示"
        maxLength={pictureLimits.altLength}
        defaultValue={alt}
        onChange={({ target }) => updateAttributes({ alt: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // In a form, Enter would submit.
          event.preventDefault();
          focusAfterPicture();
        }}
      />
    </NodeViewWrapper>
  );
}
