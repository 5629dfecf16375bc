import { labelName } from '@back-office/contract/resource/field.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Modal, Radio, Typography } from 'antd';
import { useState } from 'react';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { FieldValue } from '../fields/field-value.tsx';
import type { Editor } from '../hooks/use-editor.ts';
import { differences, mergeValues, type Difference, type Side } from '../merge-conflict.ts';

const row = { borderTop: '1px solid rgba(128, 128, 128, 0.25)', padding: '12px 0' };
/** The buttons stay in view below long texts, and each radio button beside the first line of its text. */
const fitting = { body: { maxHeight: 'calc(100dvh - 240px)', overflowY: 'auto' } } as const;
const atFirstLine = { icon: { alignSelf: 'start', marginTop: 3 } } as const;
const choice = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))', gap: 8, marginTop: 8 };

/** Shows my input and the values that somebody else saved, field by field; the person chooses which to keep. */
export function ConflictDialog({ editor, current }: { editor: Omit<Editor, 'changed' | 'discard'>; current: AnyRow }) {
  const { resource, form, base } = editor;
  const [mine] = useState((): Values => form.getFieldsValue(true));
  const [sides, setSides] = useState<Record<string, Side>>({});
  const found = differences(resource, base, mine, current);
  const who = asText(current[labelName('updateUser')]);
  return (
    <Modal
      open
      centered
      width={720}
      styles={fitting}
      title="数据已被他人修改"
      okText="按选择保存"
      cancelText="取消"
      mask={{ closable: false }}
      onOk={() => editor.settle(mergeValues(mine, found, sides))}
      onCancel={editor.leave}
    >
      <Typography.Paragraph type="secondary">
        {`${who === '' ? '有人' : who}在 ${asText(current['updateTime'])} 保存了新的内容。请逐项选择要保留的内容；取消则回到表单，已填写的内容不会丢失。`}
      </Typography.Paragraph>
      {found.map((difference) => (
        <div key={difference.name} style={row}>
          <Typography.Text strong>{fieldOf(resource, difference.name).label}</Typography.Text>
          <Radio.Group
            style={choice}
            aria-label={fieldOf(resource, difference.name).label}
            value={sides[difference.name] ?? difference.usual}
            onChange={({ target }) => setSides({ ...sides, [difference.name]: target.value === 'mine' ? 'mine' : 'theirs' })}
          >
            {[
              { side: 'mine', title: '我的修改', values: mineAsRow(difference, base) },
              { side: 'theirs', title: '最新内容', values: current },
            ].map(({ side, title, values }) => (
              <Radio key={side} value={side} styles={atFirstLine}>
                <Typography.Text type="secondary">{title}</Typography.Text>
                <div style={{ overflowWrap: 'anywhere' }}>
                  <FieldValue resource={resource} name={difference.name} row={values} />
                </div>
              </Radio>
            ))}
          </Radio.Group>
        </div>
      ))}
    </Modal>
  );
}

/** My input, with the record's label only where I did not change the value. */
const mineAsRow = ({ name, mine, usual }: Difference, base: Values): Values => (usual === 'theirs' ? base : { [name]: mine });
