import { smsStatuses } from '@back-office/sys/sms/sms.ts';
import { daysBefore } from './past.ts';
import type { DemoPerson, Making } from './making.ts';

const templates = [
  ['验证码', 'verify-code', '您的验证码为 ${code}，五分钟内有效，请勿告诉他人。'],
  ['会议提醒', 'meeting', '${userName}您好，${meeting}将于${time}开始，请准时参加。'],
  ['到访通知', 'visitor', '访客${visitor}已到达前台，请${userName}尽快接待。'],
] as const;
const texts = [
  '您的验证码为 482913，五分钟内有效，请勿告诉他人。',
  '经营分析会将于明日 9:30 开始，请准时参加。',
  '访客李先生已到达前台，请尽快接待。',
  '设备巡检任务已派发，请在今日 18:00 前完成。',
];
const failures = ['号码为空号', '手机关机或不在服务区', '触发服务商日限额', '模板未审核通过'];

/** Creates the templates and the text messages of a year; some failed, and one has an unknown outcome. */
export async function makeMessages({ admin, pool, random }: Making, people: readonly DemoPerson[]): Promise<void> {
  for (const [templateName, templateCode, templateContent] of templates)
    await admin.call('POST', 'sys/sms-template/save', {
      templateName,
      templateCode,
      templateContent,
      providerTemplate: `SMS_${random.whole(100_000_000, 499_999_999)}`,
    });
  const rows = Array.from({ length: 160 }, (_, at) => {
    const time = daysBefore(Math.floor((at * at) / 72), 8 + random.next() * 10).toISOString();
    const failed = at % 9 === 2;
    const state = at === 4 ? smsStatuses.unknown : failed ? smsStatuses.failed : smsStatuses.sent;
    const [content, template] = random.pick(texts.map((text, place) => [text, templates[place]?.[1] ?? null] as const));
    return {
      sms_phone: random.pick(people).phone,
      sms_template: template,
      sms_content: content,
      sms_status: state,
      sms_provider: 'aliyun',
      provider_id: failed ? null : String(random.whole(100_000_000, 999_999_999)),
      fail_reason: failed ? random.pick(failures) : null,
      send_time: time,
    };
  });
  await pool.query(
    `INSERT INTO sys_sms (id, sms_phone, sms_template, sms_content, sms_status, sms_provider, provider_id, fail_reason, send_time, create_time, update_time, create_user, label_pinyin)
      SELECT gen_random_uuid(), sms_phone, sms_template, sms_content, sms_status, sms_provider, provider_id, fail_reason, send_time, send_time, send_time,
        (SELECT id FROM sys_user WHERE user_account = 'admin'), ''
      FROM json_to_recordset($1::json) AS x(sms_phone text, sms_template text, sms_content text, sms_status text, sms_provider text, provider_id text, fail_reason text, send_time timestamptz)`,
    [JSON.stringify(rows)],
  );
}
