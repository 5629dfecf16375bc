import { pictureFiles } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { Button, Flex } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../platform/feedback/use-app.ts';
import { refusalOf } from './refusal-of.ts';
import { sendFile } from './send-file.ts';
import { UserAvatar } from './user-avatar.tsx';

interface PictureInputProps {
  /** Id of the picture's file. */
  fileId: string | null;
  /** What the record is called, and what its picture. */
  name: string;
  label: string;
  round: boolean;
  onChange: (id: string | null) => void;
  /** What a form item says of it, by the id of an element. */
  describedBy: string | undefined;
}

const rules = { ...pictureFiles, maxFiles: 1 };
const accepted = rules.types.map((type) => `.${type}`).join(',');

/**
 * One picture of a record: chosen, shown, taken away. It is sent at once and hangs on nothing, since the record may not be there yet;
 * the save that names it makes it part of the record.
 */
export function PictureInput({ fileId, name, label, round, onChange, describedBy }: PictureInputProps) {
  const { message } = useApp();
  const chooser = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<AbortController>();
  useEffect(() => () => sending?.abort(), [sending]);

  const send = async (file: File): Promise<void> => {
    const refused = refusalOf(file, rules);
    if (refused !== undefined) return void message.error(refused, limits.messageSeconds);
    const begun = new AbortController();
    setSending(begun);
    try {
      onChange((await sendFile(file, { otcId: '', otcType: '' }, begun.signal)).id);
    } catch (error) {
      // Whoever has left the form has left its picture too.
      if (!begun.signal.aborted) void message.error(error instanceof Error ? error.message : String(error), limits.errorSeconds);
    }
    setSending(undefined);
  };
  return (
    <Flex align="center" gap="small" wrap>
      <UserAvatar fileId={fileId} name={name} size={64} what={label} round={round} />
      <input
        ref={chooser}
        type="file"
        // Forms show what is only `hidden`.
        style={{ display: 'none' }}
        accept={accepted}
        aria-label={`选择${label}文件`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void send(file);
        }}
      />
      {/* Without the field's id: its label would take the place of the button's own words. */}
      <Button loading={sending !== undefined} aria-describedby={describedBy} onClick={() => chooser.current?.click()}>
        {fileId === null ? '选择' : '更换'}
        {label}
      </Button>
      {fileId !== null && (
        <Button type="text" danger disabled={sending !== undefined} onClick={() => onChange(null)}>
          移除{label}
        </Button>
      )}
    </Flex>
  );
}
