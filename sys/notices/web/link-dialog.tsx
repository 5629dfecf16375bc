import { noticeHtml } from '../notice-html.ts';
import type { Editor } from '@tiptap/react';
import { Input, Modal, Typography } from 'antd';
import { useState } from 'react';

/** Asks for the link of the selected text; an empty address removes the link. */
export function LinkDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const [address, setAddress] = useState(String(editor.getAttributes('link')['href'] ?? ''));
  const [wrong, setWrong] = useState(false);
  const apply = (): void => {
    const href = address.trim();
    if (href !== '' && !isAllowed(href)) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    close();
  };
  return (
    <Modal open title="链接" okText="确定" cancelText="取消" onOk={apply} onCancel={close}>
      <Input
        autoFocus
        aria-label="链接地址"
        aria-invalid={wrong}
        placeholder="https://"
        maxLength={2000}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onPressEnter={apply}
      />
      {wrong && (
        <Typography.Text type="danger" role="alert">
          链接应以 http://、https://、mailto: 或 tel: 开头
        </Typography.Text>
      )}
    </Modal>
  );
}

const isAllowed = (href: string): boolean => URL.canParse(href) && noticeHtml.schemes.includes(new URL(href).protocol.slice(0, -1));
