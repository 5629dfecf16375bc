import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';

/** Where the page has place for other ways to sign in than the password (app/web/index.html). */
const places = { before: '<!-- sign-in: before -->', after: '<!-- sign-in: after -->' } as const;

/**
 * The page with its ways to sign in drawn, so that they stand there before any code has come; with the password alone it is the
 * page as it was. Providers are links. Where the form serves several, people choose whose password it is; where it serves none
 * it waits for the administrator behind a button, since the account admin always gets in.
 */
export function withSignIn(page: string, methods: readonly SignInMethod[], resets = false): string {
  const forms = methods.filter(isForm);
  const others = methods.filter((method) => !isForm(method));
  const hasPassword = forms.some(({ kind }) => kind === 'password');
  const choice = forms.some(({ kind }) => kind === 'ldap') ? choiceOf(hasPassword ? forms : [...forms, ofAdmin]) : '';
  const ways =
    others.length > 0 ? `<div class="gate-ways">${others.map(wayOf).join('')}</div><script nonce="__CSP_NONCE__">${script}</script>` : '';
  const local = forms.length === 0 ? '<button type="button" class="gate-back gate-local">使用管理员密码登录</button>' : '';
  const forgot = resets ? '<p class="gate-forgot"><a href="/login?forgot">忘记密码？</a></p>' : '';
  const style = choice + ways + local + forgot === '' ? '' : `<style nonce="__CSP_NONCE__">${css}</style>`;
  const isFirst = methods[0] !== undefined && !isForm(methods[0]);
  return page
    .replace(places.before, () => style + (isFirst ? ways + local : '') + choice)
    .replace(places.after, () => forgot + (isFirst ? '' : ways));
}

/** The account admin always gets in. */
const ofAdmin: SignInMethod = { id: 'password', kind: 'password', label: '管理员密码' };

const isForm = ({ kind }: SignInMethod): boolean => kind === 'password' || kind === 'ldap';

const choiceOf = (forms: readonly SignInMethod[]): string =>
  `<fieldset class="gate-choice"><legend class="visually-hidden">用哪里的密码登录</legend>${forms
    .map(
      ({ id, label }, at) =>
        `<label><input type="radio" name="method" value="${id}"${at === 0 ? ' checked' : ''}><span>${escapeHtml(label)}</span></label>`,
    )
    .join('')}</fieldset>`;

const wayOf = ({ id, kind, label }: SignInMethod): string =>
  kind === 'passkey'
    ? `<button type="button" class="gate-way" data-way="${id}">${escapeHtml(label)}</button>`
    : `<a class="gate-way" href="/api/login/${id}/start">${escapeHtml(label)}</a>`;

/** What no page without other ways carries. `:has(.gate-local)`: the form waits until somebody asks for it. */
const css = [
  '.gate-ways{display:grid;gap:10px}',
  '.gate-way{display:grid;place-items:center;min-height:46px;padding:0 14px;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);color:var(--text);font:inherit;font-size:16px;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}',
  '.gate-way:hover{border-color:var(--brand-strong);color:var(--brand-strong)}',
  '.gate-choice{display:flex;flex-wrap:wrap;gap:8px 18px;margin:0;padding:0;border:0}',
  '.gate-choice label{display:inline-flex;gap:6px;align-items:center;min-height:32px;cursor:pointer}',
  '.gate-forgot{margin:-6px 0 0;text-align:center}',
  '.gate-forgot a{color:var(--brand-strong);text-underline-offset:3px}',
  '.gate-form:has(.gate-local) :is(.gate-field,.gate-submit,.gate-foot){display:none}',
].join('');

/**
 * Somebody may press a way before the code of the page has come: a provider leads back to the page that was wanted, and the press of
 * a passkey is kept for the code (engine/web/sign-in/login/open-ways.ts).
 */
const script = [
  "addEventListener('click',({target})=>{",
  "const way=target instanceof Element?target.closest('.gate-way'):null;",
  'if(!way)return;',
  'way.dataset.pressed=1;',
  "const wanted=location.pathname==='/login'?new URLSearchParams(location.search).get('redirect'):location.pathname+location.search;",
  'if(way.href&&wanted)way.search=new URLSearchParams({redirect:wanted})',
  '})',
].join('');

/** Text as it may stand in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
