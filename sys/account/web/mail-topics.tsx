import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { usePreference } from '@back-office/web/platform/preferences/use-preference.ts';
import { Switch } from 'antd';
import { notifyKey } from '../../jobs/job-calls.ts';
import { type MailAddress, mailChoices, mailTopics } from '../../mail/mail-calls.ts';

type Choice = keyof typeof mailChoices;

/** The topics that the person gets mail about; the choice takes effect once an address is confirmed. */
export function MailTopics({ disabled, seesJobs, approves }: Pick<MailAddress, 'seesJobs' | 'approves'> & { disabled: boolean }) {
  const receivesFailedJobs = usePreference(notifyKey) === true;
  return (
    <ul className="profile-lines" aria-label="邮件提醒">
      <Line choice="notice" disabled={disabled} text="发给您的通知和公告，以及系统给您的提醒。" />
      {seesJobs && (
        <Line
          choice="job"
          disabled={disabled || !receivesFailedJobs}
          text={receivesFailedJobs ? '后台任务多次重试后仍然失败时。' : '请先在“定时任务”页点击“失败时通知我”，再选择是否发邮件。'}
        />
      )}
      {approves && <Line choice="approval" disabled={disabled} text="有人注册了账号、等您审核时，最多每小时一封。" />}
      <Line choice="signIn" disabled={disabled} text="账号从 90 天内没有用过的浏览器或网络登录时，建议保持开启。" />
    </ul>
  );
}

function Line({ choice, disabled, text }: { choice: Choice; disabled: boolean; text: string }) {
  const { key, unasked } = mailChoices[choice];
  const chosen = usePreference(key);
  const isOn = typeof chosen === 'boolean' ? chosen : unasked;
  const id = `mail-${choice}`;
  return (
    <li className="mail-topic">
      <div>
        <strong id={id}>{mailTopics[choice]}</strong>
        <p className="profile-meta" id={`${id}-text`}>
          {text}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        disabled={disabled}
        checked={isOn}
        onChange={(next) => preferenceStore.set(key, next)}
      />
    </li>
  );
}
