import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { SmsPreview } from '../sms-calls.ts';
import { Alert } from 'antd';

/** The text as it would arrive, the number of recipients, and the number of messages charged. */
export function SendingPreview({ preview, error }: { preview: SmsPreview | undefined; error: Error | null }) {
  if (error !== null) return <Alert type="error" showIcon title={error.message} role="alert" />;
  if (preview === undefined) return null;
  const { text, segments, recipients, messages, withoutPhone, missing, provider } = preview;
  const counts = [
    `${grouped(recipients)} 个号码`,
    ...(text === '' ? [] : [`${text.length} 字`, `每人 ${segments} 条`, `共计费 ${grouped(messages)} 条`]),
    ...(withoutPhone > 0 ? [`${grouped(withoutPhone)} 人没有手机号，不会收到`] : []),
    ...(missing.length > 0 ? [`待填写：${missing.join('、')}`] : []),
  ];
  return (
    <section className="sms-preview" aria-label="预览">
      <p className={text === '' ? 'sms-bubble sms-bubble-empty' : 'sms-bubble'}>{text === '' ? '短信内容会显示在这里' : text}</p>
      <p className="sms-counts" role="status">
        {counts.join(' · ')}
      </p>
      {provider === 'log' && <Alert type="info" showIcon title="当前没有接入短信服务商：短信只保存在列表中，不会真正发出" />}
    </section>
  );
}
