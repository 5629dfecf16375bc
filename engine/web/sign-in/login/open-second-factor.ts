import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { codeHelp, hasApp, type PendingStep } from '../../platform/session/pending-step-of.ts';
import { verifyByPasskey, verifySignIn } from '../../platform/session/verify-sign-in.ts';

interface SecondFactorOptions {
  pendingStep: PendingStep;
  onSignedIn: (answer: LoginAnswer) => void;
  /** Returns to account and password; with a reason if the ticket has expired. */
  onBack: (why?: string) => void;
}

/** Asks for the second factor, a code or a passkey, in place of the sign-in form. Loaded only when needed; without React. */
export function openSecondFactor(signIn: HTMLFormElement, { pendingStep: step, onSignedIn, onBack }: SecondFactorOptions): void {
  const { form, issue, input, send, passkey, back } = createForm(step);
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
  const verify = async (by: HTMLElement, ask: () => Promise<LoginAnswer>, onRefused: (text: string) => void): Promise<void> => {
    const words = by.textContent;
    busy = true;
    by.ariaDisabled = 'true';
    by.textContent = '正在验证…';
    issue.textContent = '';
    try {
      onSignedIn(await ask());
    } catch (error) {
      busy = false;
      by.ariaDisabled = 'false';
      by.textContent = words;
      const text = error instanceof Error ? error.message : String(error);
      if (error instanceof ApiError && error.code === codes.gone.code) leave(text);
      else onRefused(text);
    }
  };
  const submit = async (): Promise<void> => {
    if (busy) return;
    if (input.value.trim() === '') return refuse(hasApp(step) ? '请输入验证码' : '请输入恢复码');
    await verify(send, () => verifySignIn(step.ticket, input.value), refuse);
  };
  const show = async (): Promise<void> => {
    if (busy) return;
    await verify(
      passkey,
      () => verifyByPasskey(step.ticket),
      (text) => {
        issue.textContent = text;
        passkey.focus();
      },
    );
  };
  form.addEventListener('submit', () => void submit());
  back.addEventListener('click', () => leave());
  signIn.hidden = true;
  signIn.after(form);
  if (step.ways?.includes('passkey') !== true) return input.focus();
  passkey.addEventListener('click', () => void show());
  issue.after(passkey);
  // The lesser way beside it looks as the others on the sign-in page.
  send.className = 'gate-way';
  passkey.focus();
}

interface FormElements {
  form: HTMLFormElement;
  issue: HTMLElement;
  input: HTMLInputElement;
  send: HTMLElement;
  /** Added to the form only if the person has a passkey. */
  passkey: HTMLElement;
  back: HTMLElement;
}

function createForm(step: PendingStep): FormElements {
  const form = document.createElement('form');
  form.className = 'gate-form';
  form.noValidate = true;
  const issue = createElement('p', { role: 'alert', class: 'gate-alert' });
  const label = createElement('label', { for: 'second-factor-code' }, hasApp(step) ? '动态验证码' : '恢复码');
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
  const line = createElement('div', { class: 'gate-line' });
  line.append(input);
  const help = createElement('p', { id: 'second-factor-help', class: 'gate-help' }, codeHelp(step));
  const field = createElement('div', { class: 'gate-field' });
  field.append(label, line, help);
  const send = createElement('button', { type: 'submit', class: 'gate-submit' }, '验证');
  const back = createElement('button', { type: 'button', class: 'gate-back' }, '返回登录');
  const passkey = createElement('button', { type: 'button', class: 'gate-submit' }, '使用通行密钥');
  form.append(issue, field, send, back);
  return { form, issue, input, send, passkey, back };
}

function createElement(tag: string, attributes: Readonly<Record<string, string>>, text = ''): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}
