import { pictureFiles } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { Button, Flex } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import { useLeave } from '../../platform/tabs/use-leave.ts';
import { refusalOf } from './refusal-of.ts';
import { sendFile } from './send-file.ts';
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
  const [sending, setSending] = useState<AbortController>();
  const [stored, setStored] = useState<string>();
  const current = stored ?? fileId;
  const take = useEffectEvent((id: string) => {
    setStored(undefined);
    setSending(undefined);
    onChange(id);
  });
  // By an effect, which a hidden tab does not have: its form would not draw the new value.
  useEffect(() => void (stored !== undefined && take(stored)), [stored]);
  useLeave(() => sending?.abort());
  useKeepAlive(sending !== undefined);

  const send = async (file: File): Promise<void> => {
    const refused = refusalOf(file, rules);
    if (refused !== undefined) return void message.error(refused, limits.messageSeconds);
    const begun = new AbortController();
    setSending(begun);
    try {
      setStored((await sendFile(file, { otcId: '', otcType: '' }, begun.signal)).id);
    } catch (error) {
      // If the form was left, its picture does not matter any more.
      if (!begun.signal.aborted) void message.error(error instanceof Error ? error.message : String(error), limits.errorSeconds);
      setSending(undefined);
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
      <Button loading={sending !== undefined} aria-describedby={describedBy} onClick={() => chooser.current?.click()}>
        {current === null ? '选择' : '更换'}
        {label}
      </Button>
      {current !== null && (
        <Button type="text" danger disabled={sending !== undefined} onClick={() => onChange(null)}>
          移除{label}
        </Button>
      )}
    </Flex>
  );
}
