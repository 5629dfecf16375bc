import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Input, Modal, Radio, Space, Typography } from 'antd';
import { useRef, useState } from 'react';
import { type KnownSetting, knownSettings, settingRule, settingValue } from '../known-settings.ts';
import { setting } from '../setting.ts';

/** Changes one setting, and says what is wrong with a value before it is sent. */
export function SettingDialog({ row, onClose }: { row: RecordOf<typeof setting>; onClose: () => void }) {
  const { message } = useApp();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(row.currentValue ?? '');
  const [busy, setBusy] = useState(false);
  const [issue, setIssue] = useState<string>();
  const content = useRef<HTMLDivElement>(null);
  const known = knownSettings.find(({ name }) => name === row.settingName);
  if (known === undefined) return null;
  const save = async (): Promise<void> => {
    const value = settingValue(known, typed);
    if (value === undefined) return setIssue(settingRule(known));
    setBusy(true);
    setIssue(undefined);
    try {
      await request(`/api/sys/setting/change/${row.id}`, { method: 'PUT', json: { version: row.version, value }, quiet: true });
      void message.success('已保存，立即生效');
      void queries.invalidateQueries({ queryKey: [setting.name] });
      onClose();
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      title={`修改“${known.title}”`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={onClose}
      afterOpenChange={(open) => open && content.current?.querySelector<HTMLInputElement>('input:checked, input')?.focus()}
    >
      <div ref={content}>
        <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
        <Typography.Paragraph>{known.about}</Typography.Paragraph>
        <ValueInput known={known} value={typed} onChange={setTyped} onEnter={() => void save()} />
        <Typography.Paragraph type="secondary" style={{ margin: '12px 0 0' }}>
          默认值：{row.defaultText}
        </Typography.Paragraph>
      </div>
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
