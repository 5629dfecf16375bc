import { pictureFiles } from '@back-office/contract/calls/file.ts';
import { PictureOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useRef } from 'react';

const accepted = pictureFiles.types.map((type) => `.${type}`).join(',');

/** Selects pictures to insert into the text. */
export function PictureButton({ onPictures }: { onPictures: (files: readonly File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip title="插入图片（也可以直接粘贴或拖入）">
        <Button
          size="small"
          type="text"
          aria-label="插入图片"
          icon={<PictureOutlined aria-hidden />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => chooser.current?.click()}
        />
      </Tooltip>
      <input
        ref={chooser}
        type="file"
        // In forms, elements that are only `hidden` are still shown.
        style={{ display: 'none' }}
        multiple
        accept={accepted}
        aria-label="选择图片"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Allows the same picture to be selected again.
          target.value = '';
          onPictures(files);
        }}
      />
    </>
  );
}
