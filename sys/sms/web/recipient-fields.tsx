import type { SmsPreview } from '../sms-calls.ts';
import { Form, Input } from 'antd';
import { FlatSelect } from '@back-office/web/crud/fields/flat-select.tsx';
import { NestedSelect } from '@back-office/web/crud/fields/nested-select.tsx';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { Typed } from './typed.ts';

const none: ReadonlyMap<string, string> = new Map();
const shownBad = 3;

interface RecipientFieldsProps {
  typed: Typed;
  change: (part: Partial<Typed>) => void;
  preview: SmsPreview | undefined;
}

/** The recipients: people, organisations with their descendants, and phone numbers. */
export function RecipientFields({ typed, change, preview }: RecipientFieldsProps) {
  const bad = preview?.badPhones ?? [];
  const more = bad.length > shownBad ? ` 等 ${grouped(bad.length)} 个` : '';
  return (
    <>
      <div className="sms-variables">
        <Form.Item label="用户" htmlFor="sms-users">
          <FlatSelect
            id="sms-users"
            label="用户"
            target={theOffice().resourceOf('sys/user')}
            chosen={typed.userIds}
            names={none}
            multiple
            onChange={(userIds) => change({ userIds })}
          />
        </Form.Item>
        <Form.Item label="机构（含下级）" htmlFor="sms-orgs">
          <NestedSelect
            id="sms-orgs"
            label="机构（含下级）"
            target={theOffice().resourceOf('sys/org')}
            chosen={typed.orgIds}
            names={none}
            multiple
            onChange={(orgIds) => change({ orgIds })}
          />
        </Form.Item>
      </div>
      <Form.Item
        label="手机号"
        htmlFor="sms-phones"
        {...(bad.length > 0
          ? {
              validateStatus: 'error' as const,
              help: <span id="sms-phones-issue">{`不是手机号：${bad.slice(0, shownBad).join('、')}${more}`}</span>,
            }
          : {})}
      >
        <Input.TextArea
          id="sms-phones"
          value={typed.phones}
          autoSize={{ minRows: 1, maxRows: 6 }}
          placeholder="多个号码用逗号或换行分隔"
          aria-invalid={bad.length > 0}
          {...(bad.length > 0 ? { 'aria-describedby': 'sms-phones-issue' } : {})}
          onChange={(event) => change({ phones: event.target.value })}
        />
      </Form.Item>
    </>
  );
}
