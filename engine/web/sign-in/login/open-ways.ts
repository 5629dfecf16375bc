import { type MustLink, signInRefusals } from '@back-office/contract/calls/sign-in.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { request } from '../../platform/request/request.ts';
import { deviceHeaders } from '../../platform/session/device-headers.ts';
import { lastWay, rememberWay } from '../../platform/session/last-way.ts';
import { signInByPasskey } from '../../platform/session/verify-sign-in.ts';

/** What the sign-in form asks of the other ways. */
export interface Ways {
  /** What the form sends besides account and password: whose password it is, and what it links. */
  readonly more: () => Record<string, string>;
  /** Takes a refusal that asks for the link with an account here; false for every other. */
  readonly takes: (error: unknown) => boolean;
}

/** What the form gives the other ways to work with. */
export interface WayParts {
  readonly form: HTMLFormElement;
  /** Shows a sentence above the form. */
  readonly say: (text: string) => void;
  /** Signs in by what this asks, as after the button; nothing while another sign-in is on its way. */
  readonly enter: (ask: () => Promise<LoginAnswer>) => void;
}

/**
 * The other ways of the sign-in page, which came with it (engine/server/platform/http/sign-in-markup.ts): links to providers, whose
 * password it is, and what a provider led back with. Fetched only where there is one of these.
 */
export function openWays({ form, say, enter }: WayParts): Ways {
  const query = new URLSearchParams(location.search);
  let link: MustLink | undefined;
  const passkey = form.querySelector<HTMLElement>('button.gate-way');
  passkey?.addEventListener('click', () => enter(signInByPasskey));
  // Pressed before this code was there.
  if (passkey?.dataset['pressed'] !== undefined) enter(signInByPasskey);
  proposeLast(form);
  form.querySelector('.gate-local')?.addEventListener('click', ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) currentTarget.remove();
    form.querySelector<HTMLElement>('[name=account]')?.focus();
  });
  /** With a link it is the password of here that is asked for, and nothing else. */
  const askForHere = (asked: MustLink | undefined): void => {
    link = asked;
    form.querySelector('.gate-local')?.remove();
    for (const part of form.querySelectorAll<HTMLElement>('.gate-choice, .gate-ways'))
      part.style.display = asked === undefined ? '' : 'none';
  };
  const [ticket, refused] = [query.get('ticket'), query.get('refused')];
  // The code is single-use: a reload must not send it again.
  if (ticket !== null || refused !== null) {
    query.delete('ticket');
    query.delete('refused');
    history.replaceState(null, '', `/login${query.size > 0 ? `?${query.toString()}` : ''}`);
  }
  const why = Object.entries(signInRefusals).find(([name]) => name === refused)?.[1];
  if (why !== undefined) say(why);
  if (ticket !== null)
    enter(() => request<LoginAnswer>('/api/login/ticket', { method: 'POST', form: { ticket }, headers: deviceHeaders(), quiet: true }));
  return {
    more: () => {
      const method = new FormData(form).get('method');
      if (link !== undefined) return { link: link.ticket };
      return typeof method === 'string' ? { method } : {};
    },
    takes: (error) => {
      const asked = linkOf(error);
      if (asked === undefined) {
        if (error instanceof ApiError && error.code === codes.gone.code) askForHere(undefined);
        return false;
      }
      askForHere(asked);
      form.reset();
      say(`已确认您是“${asked.name}”（${asked.label}）。首次使用，请再输入一次本系统的账号和密码，以后即可直接登录。`);
      return true;
    },
  };
}

/** Chooses the directory or password that was used last in this browser, and keeps which way is used now. */
function proposeLast(form: HTMLFormElement): void {
  const last = [...form.querySelectorAll<HTMLInputElement>('[name=method]')].find(({ value }) => value === lastWay());
  if (last !== undefined) last.checked = true;
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'method') rememberWay(target.value);
  });
}

function linkOf(error: unknown): MustLink | undefined {
  if (!(error instanceof ApiError) || error.code !== codes.mustLink.code) return undefined;
  const { ticket, expiresIn, name, label } = recordIn(error.data);
  return typeof ticket === 'string' && typeof expiresIn === 'number' && typeof name === 'string' && typeof label === 'string'
    ? { ticket, expiresIn, name, label }
    : undefined;
}
