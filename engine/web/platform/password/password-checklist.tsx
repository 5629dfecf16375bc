import { passwordRules, type PasswordOwner } from '@back-office/contract/password-rules.ts';
import './password-checklist.css';
import { useEstimate } from './use-estimate.ts';

const levels = ['弱', '中', '强'];

/** The rules of a new password, each ticked once it is met, using the server's own functions. */
export function PasswordChecklist({ password, owner }: { password: string; owner: PasswordOwner }) {
  const estimate = useEstimate(password, owner);
  const rules = passwordRules(password, owner);
  const meetsAll = rules.every(({ met }) => met);
  const strength = (meetsAll ? estimate?.strength : password !== '' && '弱') || '';
  const isHard = estimate !== undefined && estimate.issue === undefined;
  return (
    <>
      <ul className="password-checklist" aria-label="密码要求">
        {[...rules, { label: '不易猜到：不靠常见词语、键盘顺序、日期、姓名或手机号', met: isHard }].map(({ label, met }) => (
          <li key={label} data-met={met}>
            {label}
            <span className="visually-hidden">{met ? '，已满足' : '，未满足'}</span>
          </li>
        ))}
      </ul>
      {/* Rendered from the start: appearing later, it would shift what is below from under the pointer. */}
      <p className="password-strength">
        密码强度
        <meter min={0} max={3} low={1.5} high={2.5} optimum={3} value={levels.indexOf(strength) + 1} aria-label="密码强度">
          {strength}
        </meter>
        {strength}
        {estimate?.issue !== undefined && meetsAll && <span>{estimate.issue}</span>}
      </p>
    </>
  );
}
