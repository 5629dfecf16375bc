import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { FocusField } from '@back-office/web/platform/keyboard/focus-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Modal, Radio, Space, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { type KnownSetting, settingRule } from '../known-setting.ts';
import { allSettings } from '../known-settings.ts';
import type { setting } from '../setting.ts';
import { MessageDialog } from './message-dialog.tsx';
import { Trial } from './trial.tsx';
import { useChangeSetting } from './use-change-setting.ts';
import { WatermarkPreview } from './watermark-preview.tsx';

interface SettingDialogProps {
  readonly row: RecordOf<typeof setting>;
  readonly onClose: () => void;
}

/** Edits a setting: a value, or the text of a message. Declarations of modules' settings are fetched from the server first. */
export function SettingDialog({ row, onClose }: SettingDialogProps) {
  const ours = allSettings.find(({ name }) => name === row.settingName);
  const { data: own, isError } = useQuery({
    queryKey: ['settings of modules'],
    queryFn: ({ signal }) => request<KnownSetting[]>('/api/sys/setting/select-own', { signal, quiet: true }),
    enabled: ours === undefined,
    meta: { kept: true },
  });
  useEffect(() => {
    if (isError) onClose();
  }, [isError, onClose]);
  const known = ours ?? own?.find(({ name }) => name === row.settingName);
  if (known === undefined) return null;
  if (known.input.kind === 'message') return <MessageDialog row={row} known={known} template={known.input.template} onClose={onClose} />;
  return <ValueDialog row={row} known={known} onClose={onClose} />;
}

function ValueDialog({ row, known, onClose }: SettingDialogProps & { readonly known: KnownSetting }) {
  const [typed, setTyped] = useState(row.currentValue ?? '');
  const { issue, busy, save } = useChangeSetting(row, known, onClose);
  return (
    <Modal
      open
      title={`修改“${known.title}”`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void save(typed)}
      onCancel={onClose}
    >
      {/* Among radio buttons, the selected one. */}
      <FocusField field="input:checked, input:not([type=radio])" />
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
      <Typography.Paragraph>{known.about}</Typography.Paragraph>
      <ValueInput known={known} value={typed} onChange={setTyped} onEnter={() => void save(typed)} />
      <Typography.Paragraph type="secondary" style={{ margin: '12px 0 0' }}>
        默认值：{row.defaultText}
      </Typography.Paragraph>
      {known.name === 'WATERMARK' && <WatermarkPreview />}
      {known.trial !== undefined && <Trial id={row.id} label={known.trial} />}
    </Modal>
  );
}

interface ValueInputProps {
  readonly known: KnownSetting;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

function ValueInput({ known, value, onChange, onEnter }: ValueInputProps) {
  const { input, title } = known;
  if (input.kind === 'message') return null;
  if (input.kind === 'choice') {
    return (
      <Radio.Group aria-label={title} value={value} onChange={(event) => onChange(String(event.target.value))}>
        <Space orientation="vertical">
          {input.options.map(([one, label]) => (
            <Radio key={one} value={one}>
              {label}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
    );
  }
  const isNumber = input.kind === 'number';
  return (
    <>
      <Input
        aria-label={title}
        value={value}
        maxLength={isNumber ? 12 : input.max}
        inputMode={isNumber ? 'decimal' : 'text'}
        suffix={isNumber ? input.unit : undefined}
        style={isNumber ? { maxInlineSize: 220 } : undefined}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
      />
      {isNumber && <div style={{ marginBlockStart: 4 }}>{settingRule(known)}</div>}
    </>
  );
}
