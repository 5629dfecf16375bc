import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { safeRedirect } from '../../platform/routing/safe-redirect.ts';
import { configStore } from '../../platform/session/config-store.ts';
import { openSignedIn, signIn } from '../../platform/session/sign-in.ts';
import { type PendingStep, pendingStepOf } from '../../platform/session/pending-step-of.ts';
import { drawCaptcha } from './draw-captcha.ts';
import { checkSignIn, wrongCaptcha, type SignInIssues, type SignInField } from './check-sign-in.ts';
import type { WayParts, Ways } from './open-ways.ts';
import { randomCaptcha } from './random-captcha.ts';

interface SignInHandlers {
  /** Called when somebody starts typing. */
  onTyping: () => void;
  onSignedIn: () => void;
}

/**
 * Hydrates the sign-in form that is part of the page's HTML (index.html): account, password and captcha; signing in leads to the path named in the
 * address. Without React, so that it responds at once; input typed before is kept.
 */
export function openSignIn(after: SignInHandlers): void {
  const form = requireElement(document, HTMLFormElement, '#sign-in');
  const input = (name: SignInField) => requireElement(form, HTMLInputElement, `[name=${name}]`);
  const captcha = requireElement(form, HTMLButtonElement, '.captcha');
  const send = requireElement(form, HTMLButtonElement, '.gate-submit');
  let captchaText = '';

  const renewCaptcha = (): void => {
    const chars = randomCaptcha();
    captchaText = chars.map(({ char }) => char).join('');
    input('captcha').value = '';
    drawCaptcha(captcha, chars);
  };
  const askAgain = (why?: string): void => {
    setBusy(send, false);
    renewCaptcha();
    input('password').value = '';
    show(form, why === undefined ? {} : { whole: why });
    input('password').focus();
  };
  const submit = async (): Promise<void> => {
    if (send.ariaDisabled === 'true') return;
    const typed = { account: input('account').value, password: input('password').value, captcha: input('captcha').value };
    const issues = checkSignIn(typed, captchaText);
    show(form, issues);
    if (issues.captcha === wrongCaptcha) renewCaptcha();
    if (Object.keys(issues).length > 0) return;
    await attempt(async (leadTo) => signIn(typed.account, typed.password, { leadTo, more: (await ways)?.more() }));
  };
  const attempt = async (work: (leadTo: string) => Promise<void>): Promise<void> => {
    setBusy(send, true);
    const leadTo = safeRedirect(new URLSearchParams(location.search).get('redirect'));
    try {
      await work(leadTo);
    } catch (error) {
      const step = pendingStepOf(error);
      if (step !== undefined) return askCode(form, { pendingStep: step, leadTo, onSignedIn: after.onSignedIn, onBack: askAgain });
      setBusy(send, false);
      renewCaptcha();
      if ((await ways)?.handleMustLink(error) !== true) show(form, { whole: error instanceof Error ? error.message : String(error) });
      return;
    }
    after.onSignedIn();
  };

  renewCaptcha();
  captcha.addEventListener('click', renewCaptcha);
  letShowPassword(requireElement(form, HTMLButtonElement, '.gate-inside'), input('password'));
  form.addEventListener('submit', () => void submit());
  form.addEventListener('input', after.onTyping, { once: true });
  const ways = loadWays({
    form,
    say: (whole) => show(form, { whole }),
    enter: (ask) => {
      if (send.ariaDisabled === 'true') return;
      show(form, {});
      void attempt(async (leadTo) => openSignedIn(await ask(), { leadTo }));
    },
  });
}

/** Shows whether people may register, and loads the code of the other sign-in methods if the page has some. */
async function loadWays(parts: WayParts): Promise<Ways | undefined> {
  const { form } = parts;
  const { registration } = await configStore.load().catch(() => ({ registration: 'off' }));
  if (registration !== 'off') requireElement(form, HTMLElement, '.gate-foot').style.visibility = 'visible';
  if (form.querySelector('.gate-ways, .gate-choice') === null) return undefined;
  return import('./open-ways.ts').then(
    ({ openWays }) => openWays(parts),
    () => undefined,
  );
}

interface CodeAsked extends Pick<SignInHandlers, 'onSignedIn'> {
  pendingStep: PendingStep;
  leadTo: string;
  onBack: (why?: string) => void;
}

/** Loads the second factor's code, which few people need. */
async function askCode(form: HTMLFormElement, { pendingStep: step, leadTo, onSignedIn, onBack }: CodeAsked): Promise<void> {
  const open = (answer: LoginAnswer): void => {
    openSignedIn(answer, { leadTo });
    onSignedIn();
  };
  await import('./open-second-factor.ts').then(
    ({ openSecondFactor }) => openSecondFactor(form, { pendingStep: step, onSignedIn: open, onBack }),
    () => onBack('网络异常，请重试'),
  );
}

/** Shows each issue under its input, or above all of them, and focuses the first. */
function show(form: HTMLFormElement, issues: SignInIssues): void {
  const names: SignInField[] = ['account', 'password', 'captcha'];
  requireElement(form, HTMLElement, '.gate-alert').textContent = issues.whole ?? '';
  for (const name of names) {
    const note = requireElement(form, HTMLElement, `#sign-in-${name}-issue`);
    note.textContent = issues[name] ?? '';
    note.hidden = issues[name] === undefined;
    requireElement(form, HTMLInputElement, `[name=${name}]`).ariaInvalid = String(issues[name] !== undefined);
  }
  if (Object.keys(issues).length === 0) return;
  requireElement(form, HTMLInputElement, `[name=${names.find((name) => issues[name] !== undefined) ?? 'password'}]`).focus();
}

function letShowPassword(button: HTMLButtonElement, password: HTMLInputElement): void {
  button.addEventListener('click', () => {
    const shown = password.type === 'password';
    password.type = shown ? 'text' : 'password';
    button.ariaPressed = String(shown);
  });
}

/** While a sign-in is running, the button shows that and ignores further clicks. */
function setBusy(send: HTMLButtonElement, now: boolean): void {
  send.ariaDisabled = String(now);
  send.replaceChildren(...(now ? [spinner(), '正在登录…'] : ['登录']));
}

function spinner(): HTMLElement {
  const turning = document.createElement('span');
  turning.className = 'gate-spinner';
  turning.ariaHidden = 'true';
  return turning;
}

/** An element of the page as in index.html. Throws if it is missing. */
function requireElement<Kind extends HTMLElement>(within: ParentNode, kind: new () => Kind, selector: string): Kind {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`);
  return found;
}
