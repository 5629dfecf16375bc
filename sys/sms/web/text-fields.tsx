import type { SmsPreview } from '../sms-calls.ts';
import { nameVariable } from '../sms-text.ts';
import { Form, Input } from 'antd';
import { FlatSelect } from '@back-office/web/crud/fields/flat-select.tsx';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import type { Typed } from './typed.ts';

const none: ReadonlyMap<string, string> = new Map();

interface TextFieldsProps {
  typed: Typed;
  change: (part: Partial<Typed>) => void;
  preview: SmsPreview | undefined;
}

/** The text: a template with its variables, or free text if the provider allows it. */
export function TextFields({ typed, change, preview }: TextFieldsProps) {
  const { smsTemplateId, content, variables } = typed;
  const free = smsTemplateId === null;
  return (
    <>
      <Form.Item
        label="短信模板"
        htmlFor="sms-template"
        extra={preview?.templatesOnly === true && free ? '短信服务商只发送审核通过的模板' : undefined}
      >
        <FlatSelect
          id="sms-template"
          label="短信模板"
          target={theOffice().resourceOf('sys/sms-template')}
          chosen={free ? [] : [smsTemplateId]}
          names={none}
          multiple={false}
          onChange={([id]) => change({ smsTemplateId: id ?? null })}
        />
      </Form.Item>
      {free && preview?.templatesOnly !== true && (
        <Form.Item label="短信内容" htmlFor="sms-content">
          <Input.TextArea
            id="sms-content"
            value={content}
            maxLength={1000}
            autoSize={{ minRows: 3, maxRows: 8 }}
            placeholder="不使用模板时，在此输入内容"
            onChange={(event) => change({ content: event.target.value })}
          />
        </Form.Item>
      )}
      {!free && (
        <div className="sms-variables">
          {(preview?.variables ?? []).map((name) => (
            <Form.Item
              key={name}
              label={`变量 ${name}`}
              htmlFor={`sms-variable-${name}`}
              extra={name === nameVariable ? '系统用户自动填为姓名，这里的值用于输入的号码' : undefined}
            >
              <Input
                id={`sms-variable-${name}`}
                value={variables[name] ?? ''}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => change({ variables: { ...variables, [name]: event.target.value } })}
              />
            </Form.Item>
          ))}
        </div>
      )}
    </>
  );
}
