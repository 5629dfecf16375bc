import { pictureFiles } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { Button, Flex, Form } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useDirty } from '../../platform/tabs/use-dirty.ts';
import { useLeave } from '../../platform/tabs/use-leave.ts';
import { refusalOf } from './refusal-of.ts';
import { sendFile } from './send-file.ts';
import { sending } from './sending.ts';
import { UserAvatar } from './user-avatar.tsx';

interface PictureInputProps {
  /** Id of the picture's file. */
  fileId: string | null;
  /** Names of the record and of its picture, for labels. */
  name: string;
  label: string;
  round: boolean;
  onChange: (id: string | null) => void;
  /** Id of the element with the form item's description. */
  describedBy: string | undefined;
}

const rules = { ...pictureFiles, maxFiles: 1 };
const accepted = rules.types.map((type) => `.${type}`).join(',');

/**
 * A record's picture: can be chosen, shown and removed. It is uploaded at once without being attached, since the record may not exist yet; the save
 * that references it makes it part of the record.
 */
export function PictureInput({ fileId, name, label, round, onChange, describedBy }: PictureInputProps) {
  const { message } = useApp();
  const chooser = useRef<HTMLInputElement>(null);
  const [begun, setBegun] = useState<AbortController>();
  const [stored, setStored] = useState<string>();
  const current = stored ?? fileId;
  const take = useEffectEvent((id: string) => {
    setStored(undefined);
    setBegun(undefined);
    onChange(id);
  });
  // By an effect, which a hidden tab does not have: its form would not draw the new value.
  useEffect(() => void (stored !== undefined && take(stored)), [stored]);
  useLeave(() => begun?.abort());
  useDirty(begun !== undefined);
  const form: object | undefined = Form.useFormInstance();
  useEffect(() => (form === undefined || begun === undefined ? undefined : sending.add(form, label)), [form, begun, label]);

  const send = async (file: File): Promise<void> => {
    const refused = refusalOf(file, rules);
    if (refused !== undefined) return void message.error(refused, limits.messageSeconds);
    const control = new AbortController();
    setBegun(control);
    try {
      setStored((await sendFile(file, { otcId: '', otcType: '' }, control.signal)).id);
    } catch (error) {
      // If the form was left, its picture does not matter any more.
      if (!control.signal.aborted) void message.error(error instanceof Error ? error.message : String(error), limits.errorSeconds);
      setBegun(undefined);
    }
  };
  return (
    <Flex align="center" gap="small" wrap>
      <UserAvatar fileId={current} name={name} size={64} what={label} round={round} />
      <input
        ref={chooser}
        type="file"
        // In forms, elements that are only `hidden` are still shown.
        style={{ display: 'none' }}
        accept={accepted}
        aria-label={`选择${label}文件`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void send(file);
        }}
      />
      {/* Without the field's id: its label would replace the button's own text. */}
      <Button loading={begun !== undefined} aria-describedby={describedBy} onClick={() => chooser.current?.click()}>
        {current === null ? '选择' : '更换'}
        {label}
      </Button>
      {begun !== undefined ? (
        <Button type="text" onClick={() => begun.abort()}>
          取消上传
        </Button>
      ) : (
        current !== null && (
          <Button type="text" danger onClick={() => onChange(null)}>
            移除{label}
          </Button>
        )
      )}
    </Flex>
  );
}
