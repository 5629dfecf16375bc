import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { FocusField } from '@back-office/web/platform/keyboard/focus-field.tsx';
import { Alert, Button, Input, Modal, Typography } from 'antd';
import { type RefObject, useRef, useState } from 'react';
import type { KnownSetting } from '../known-setting.ts';
import {
  defaultMessage,
  fillMessage,
  messageLimits,
  type MessageParts,
  type MessageTemplate,
  type MessageVariable,
  partsOfMessage,
  sampleValues,
  textOfMessage,
} from '../message-template.ts';
import type { setting } from '../setting.ts';
import { Trial } from './trial.tsx';
import { useChangeSetting } from './use-change-setting.ts';
import './message-dialog.css';

interface MessageDialogProps {
  readonly row: RecordOf<typeof setting>;
  readonly known: KnownSetting;
  readonly template: MessageTemplate;
  readonly onClose: () => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Edits the text of a message, beside a preview of the result. */
export function MessageDialog({ row, known, template, onClose }: MessageDialogProps) {
  const [parts, setParts] = useState<MessageParts>(() => partsOfMessage(template, row.currentValue ?? ''));
  const { issue, busy, save } = useChangeSetting(row, known, onClose);
  const form = useRef<HTMLDivElement>(null);
  const { write, remember } = useWriteAtCursor(form, (name, text) => setParts((before) => ({ ...before, [name]: text })));
  const isDefault = textOfMessage(template, parts) === defaultMessage(template);
  return (
    <Modal
      open
      width={1000}
      title={`修改“${known.title}”`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void save(textOfMessage(template, parts))}
      onCancel={onClose}
    >
      <FocusField />
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
      <Typography.Paragraph>{known.about}</Typography.Paragraph>
      <div className="message-editor">
        <div ref={form} onBlur={(event) => remember(event.target)}>
          {template.subject !== undefined && (
            <div className="message-field">
              <label htmlFor="message-subject">主题</label>
              <Input
                id="message-subject"
                name="subject"
                value={parts.subject}
                maxLength={messageLimits.subject}
                onChange={(event) => setParts({ ...parts, subject: event.target.value })}
              />
            </div>
          )}
          <div className="message-field">
            <label htmlFor="message-content">正文</label>
            <Input.TextArea
              id="message-content"
              name="content"
              value={parts.content}
              maxLength={messageLimits.content}
              autoSize={{ minRows: 6, maxRows: 16 }}
              onChange={(event) => setParts({ ...parts, content: event.target.value })}
            />
          </div>
          <div className="message-field">
            <Variables variables={template.variables} onChoose={write} />
          </div>
          <Button
            type="link"
            style={{ marginBlockStart: 8, paddingInline: 0 }}
            disabled={isDefault}
            onClick={() => setParts(partsOfMessage(template, defaultMessage(template)))}
          >
            填入默认内容
          </Button>
        </div>
        <div>
          <Preview template={template} parts={parts} />
          {known.trial !== undefined && <Trial id={row.id} label={known.trial} value={textOfMessage(template, parts)} />}
        </div>
      </div>
    </Modal>
  );
}

/** Inserts a variable at the last cursor position, in the subject or the content; secret ones always go into the content. */
function useWriteAtCursor(form: RefObject<HTMLDivElement | null>, onWritten: (name: string, text: string) => void) {
  const last = useRef('content');
  const remember = (left: EventTarget): void => {
    if (left instanceof HTMLInputElement || left instanceof HTMLTextAreaElement) last.current = left.name;
  };
  const write = ({ name, secret }: MessageVariable): void => {
    const field = form.current?.querySelector<Field>(`[name="${secret === true ? 'content' : last.current}"]`);
    if (field === null || field === undefined) return;
    const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
    const written = `\${${name}}`;
    if (field.value.length - (end - start) + written.length > field.maxLength) return;
    onWritten(field.name, field.value.slice(0, start) + written + field.value.slice(end));
    field.focus();
    // After the new text has been rendered.
    requestAnimationFrame(() => field.setSelectionRange(start + written.length, start + written.length));
  };
  return { write, remember };
}

function Variables({ variables, onChoose }: { variables: readonly MessageVariable[]; onChoose: (one: MessageVariable) => void }) {
  return (
    <>
      <Typography.Paragraph type="secondary" id="message-variables" style={{ marginBlockEnd: 6 }}>
        变量在发送时填入，点击插入到光标处
      </Typography.Paragraph>
      <ul className="message-variables" aria-labelledby="message-variables">
        {variables.map((one) => (
          <li key={one.name}>
            <Button size="small" onClick={() => onChoose(one)}>
              {one.title}
              {one.required === true && <Typography.Text type="danger">（必需）</Typography.Text>}
              <Typography.Text type="secondary" code>{`\${${one.name}}`}</Typography.Text>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The resulting message with sample values for the variables; as plain text, as it is sent. */
function Preview({ template, parts }: { template: MessageTemplate; parts: MessageParts }) {
  const { subject, content } = fillMessage(parts, sampleValues(template));
  return (
    <section className="message-preview" aria-labelledby="message-preview">
      <h2 id="message-preview">预览</h2>
      <div className="message-paper">
        {template.subject !== undefined && <strong>{subject}</strong>}
        <p>{content}</p>
        {template.subject !== undefined && <p>（之后是“邮件的结尾”）</p>}
      </div>
    </section>
  );
}
