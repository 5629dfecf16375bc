import { Space, Tag } from 'antd';

/** Texts that each name a group and the choices within it, such as 用户：查看、编辑: as tags, or as plain text. */
export function GroupedTags({ texts, plain = false }: { texts: readonly string[]; plain?: boolean | undefined }) {
  if (plain) return texts.join('；');
  return (
    <Space size={[4, 4]} wrap>
      {texts.map((text) => (
        <Tag key={text}>{text}</Tag>
      ))}
    </Space>
  );
}
