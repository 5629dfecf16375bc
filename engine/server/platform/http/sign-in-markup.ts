import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';

/** The places in the page for sign-in methods other than the password (app/web/index.html). */
const places = { before: '<!-- sign-in: before -->', after: '<!-- sign-in: after -->' } as const;

/**
 * Renders the page's sign-in methods, so that they are visible before any code has loaded; with the password alone the page
 * stays as it is. Providers are links. If the form serves several methods, people choose whose password it is; if it serves
 * none, it is hidden behind a button for the administrator, since the account admin can always use the password.
 */
export function withSignIn(page: string, methods: readonly SignInMethod[], resets = false): string {
  const forms = methods.filter(isForm);
  const others = methods.filter((method) => !isForm(method));
  const hasPassword = forms.some(({ kind }) => kind === 'password');
  const choice = forms.some(({ kind }) => kind === 'ldap') ? choiceOf(hasPassword ? forms : [...forms, ofAdmin]) : '';
  const methodButtons =
    others.length > 0
      ? `<div class="gate-ways">${others.map(buttonMarkup).join('')}</div><script nonce="__CSP_NONCE__">${script}</script>`
      : '';
  const local = forms.length === 0 ? '<button type="button" class="gate-back gate-local">使用管理员密码登录</button>' : '';
  const forgot = resets ? '<p class="gate-forgot"><a href="/login?forgot">忘记密码？</a></p>' : '';
  const style = choice + methodButtons + local + forgot === '' ? '' : `<style nonce="__CSP_NONCE__">${css}</style>`;
  const isFirst = methods[0] !== undefined && !isForm(methods[0]);
  return page
    .replace(places.before, () => style + (isFirst ? methodButtons + local : '') + choice)
    .replace(places.after, () => forgot + (isFirst ? '' : methodButtons));
}

/** The account admin can always use the password. */
const ofAdmin: SignInMethod = { id: 'password', kind: 'password', label: '管理员密码' };

const isForm = ({ kind }: SignInMethod): boolean => kind === 'password' || kind === 'ldap';

const choiceOf = (forms: readonly SignInMethod[]): string =>
  `<fieldset class="gate-choice"><legend class="visually-hidden">用哪里的密码登录</legend>${forms
    .map(
      ({ id, label }, at) =>
        `<label><input type="radio" name="method" value="${id}"${at === 0 ? ' checked' : ''}><span>${escapeHtml(label)}</span></label>`,
    )
    .join('')}</fieldset>`;

const buttonMarkup = ({ id, kind, label }: SignInMethod): string =>
  kind === 'passkey'
    ? `<button type="button" class="gate-way" data-way="${id}">${escapeHtml(label)}</button>`
    : `<a class="gate-way" href="/api/login/${id}/start">${escapeHtml(label)}</a>`;

/** Styles that are only in pages with other methods. `:has(.gate-local)`: the form is hidden until somebody opens it. */
const css = [
  '.gate-ways{display:grid;gap:10px}',
  '.gate-choice{display:flex;flex-wrap:wrap;gap:8px 18px;margin:0;padding:0;border:0}',
  '.gate-choice label{display:inline-flex;gap:6px;align-items:center;min-height:32px;cursor:pointer}',
  '.gate-forgot{margin:-6px 0 0;text-align:center}',
  '.gate-forgot a{position:relative;color:var(--brand-strong);text-underline-offset:3px}',
  // The area for a finger: 44px, without moving anything or widening the focus ring.
  ".gate-forgot a::after{position:absolute;inset:-14px;content:''}",
  '@media(width<=480px){.gate-choice{row-gap:0}.gate-choice label{min-height:44px}}',
  '.gate-form:has(.gate-local) :is(.gate-field,.gate-submit,.gate-foot){display:none}',
].join('');

/**
 * Somebody may click a method before the page's code has loaded: a provider returns to the page that was wanted, and a
 * click on the passkey is kept for the code (engine/web/sign-in/login/open-ways.ts).
 */
const script = [
  "addEventListener('click',({target})=>{",
  "const way=target instanceof Element?target.closest('.gate-way'):null;",
  'if(!way)return;',
  'way.dataset.pressed=1;',
  "const wanted=/^\\/login(\\/|$)/i.test(location.pathname)?new URLSearchParams(location.search).get('redirect'):location.pathname+location.search;",
  'if(way.href&&wanted)way.search=new URLSearchParams({redirect:wanted})',
  '})',
].join('');

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
