import { passwordRules, passwordStrength, type PasswordOwner } from '@back-office/contract/password-rules.ts';
import './password-rules.css';

const levels = ['弱', '中', '强'];

/** The rules of a new password, each ticked as it is met, by the very functions that the server asks (issue 7, 4 and 6). */
export function PasswordRules({ password, owner }: { password: string; owner: PasswordOwner }) {
  const strength = passwordStrength(password, owner);
  return (
    <>
      <ul className="password-rules" aria-label="密码要求">
        {passwordRules(password, owner).map(({ label, met }) => (
          <li key={label} data-met={met}>
            {label}
            <span className="visually-hidden">{met ? '，已满足' : '，未满足'}</span>
          </li>
        ))}
      </ul>
      {password !== '' && (
        <p className="password-strength">
          密码强度
          <meter min={0} max={3} low={1.5} high={2.5} optimum={3} value={levels.indexOf(strength) + 1} aria-label="密码强度">
            {strength}
          </meter>
          {strength}
        </p>
      )}
    </>
  );
}
