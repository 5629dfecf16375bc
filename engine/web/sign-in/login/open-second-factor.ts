import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { verifySignIn } from '../../platform/session/verify-sign-in.ts';

interface Ways {
  ticket: string;
  onSignedIn: (answer: LoginAnswer) => void;
  /** Back to account and password; with a reason where the ticket is over. */
  onBack: (why?: string) => void;
}

/** Asks for the code of the second factor in the place of the sign-in form. Fetched only by whoever needs it; without React. */
export function openSecondFactor(signIn: HTMLFormElement, { ticket, onSignedIn, onBack }: Ways): void {
  const { form, issue, input, send, back } = drawn();
  let busy = false;
  const leave = (why?: string): void => {
    form.remove();
    signIn.hidden = false;
    onBack(why);
  };
  const refuse = (text: string): void => {
    issue.textContent = text;
    input.ariaInvalid = 'true';
    input.select();
    input.focus();
  };
  const submit = async (): Promise<void> => {
    if (busy) return;
    if (input.value.trim() === '') return refuse('请输入验证码');
    busy = true;
    send.ariaDisabled = 'true';
    send.textContent = '正在验证…';
    try {
      onSignedIn(await verifySignIn(ticket, input.value));
    } catch (error) {
      busy = false;
      send.ariaDisabled = 'false';
      send.textContent = '验证';
      const text = error instanceof Error ? error.message : String(error);
      if (error instanceof ApiError && error.code === codes.gone.code) leave(text);
      else refuse(text);
    }
  };
  form.addEventListener('submit', () => void submit());
  back.addEventListener('click', () => leave());
  signIn.hidden = true;
  signIn.after(form);
  input.focus();
}

interface Drawn {
  form: HTMLFormElement;
  issue: HTMLElement;
  input: HTMLInputElement;
  send: HTMLElement;
  back: HTMLElement;
}

function drawn(): Drawn {
  const form = document.createElement('form');
  form.className = 'gate-form';
  form.noValidate = true;
  const issue = made('p', { role: 'alert', class: 'gate-alert' });
  const label = made('label', { for: 'second-factor-code' }, '动态验证码');
  const input = document.createElement('input');
  for (const [name, value] of Object.entries({
    id: 'second-factor-code',
    type: 'text',
    autocomplete: 'one-time-code',
    autocapitalize: 'characters',
    spellcheck: 'false',
    maxlength: '32',
    'aria-describedby': 'second-factor-help',
  }))
    input.setAttribute(name, value);
  const line = made('div', { class: 'gate-line' });
  line.append(input);
  const help = made(
    'p',
    { id: 'second-factor-help', class: 'gate-help' },
    '输入身份验证器显示的 6 位数字；手机不在身边时，可输入一个恢复码。',
  );
  const field = made('div', { class: 'gate-field' });
  field.append(label, line, help);
  const send = made('button', { type: 'submit', class: 'gate-submit' }, '验证');
  const back = made('button', { type: 'button', class: 'gate-back' }, '返回登录');
  form.append(issue, field, send, back);
  return { form, issue, input, send, back };
}

function made(tag: string, attributes: Readonly<Record<string, string>>, text = ''): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}
