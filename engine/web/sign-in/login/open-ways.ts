import { type MustLink, signInRefusals } from '@back-office/contract/calls/sign-in.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { request } from '../../platform/request/request.ts';
import { deviceHeaders } from '../../platform/session/device-headers.ts';
import { lastSignInMethod, rememberSignInMethod } from '../../platform/session/last-sign-in-method.ts';
import { signInByPasskey } from '../../platform/session/verify-sign-in.ts';

/** The other sign-in methods, for the sign-in form. */
export interface Ways {
  /** Further fields of the form: the sign-in method of the password, and the ticket for linking. */
  readonly more: () => Record<string, string>;
  /** Handles a refusal that requires linking to a local account; false for every other error. */
  readonly handleMustLink: (error: unknown) => boolean;
}

/** The sign-in form's functions for the other methods. */
export interface WayParts {
  readonly form: HTMLFormElement;
  /** Shows a message above the form. */
  readonly say: (text: string) => void;
  /** Signs in with the answer of `ask`, like the button; does nothing while another sign-in is running. */
  readonly enter: (ask: () => Promise<LoginAnswer>) => void;
}

/**
 * The other methods of the sign-in page, which are part of its HTML (engine/server/platform/http/sign-in-markup.ts): links to providers, the choice
 * of whose password it is, and the results of a provider's redirect. Loaded only if there are any.
 */
export function openWays({ form, say, enter }: WayParts): Ways {
  const query = new URLSearchParams(location.search);
  let link: MustLink | undefined;
  const passkey = form.querySelector<HTMLElement>('button.gate-way');
  passkey?.addEventListener('click', () => enter(signInByPasskey));
  // Clicked before this code had loaded.
  if (passkey?.dataset['pressed'] !== undefined) enter(signInByPasskey);
  proposeLast(form);
  form.querySelector('.gate-local')?.addEventListener('click', ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) currentTarget.remove();
    form.querySelector<HTMLElement>('[name=account]')?.focus();
  });
  /** While linking, only the local password is asked for. */
  const setLink = (mustLink: MustLink | undefined): void => {
    link = mustLink;
    form.querySelector('.gate-local')?.remove();
    for (const part of form.querySelectorAll<HTMLElement>('.gate-choice, .gate-ways'))
      part.style.display = mustLink === undefined ? '' : 'none';
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
    handleMustLink: (error) => {
      const mustLink = linkOf(error);
      if (mustLink === undefined) {
        if (error instanceof ApiError && error.code === codes.gone.code) setLink(undefined);
        return false;
      }
      setLink(mustLink);
      form.reset();
      say(`已确认您是“${mustLink.name}”（${mustLink.label}）。首次使用，请再输入一次本系统的账号和密码，以后即可直接登录。`);
      return true;
    },
  };
}

/** Preselects the directory or password last used in this browser, and remembers the current choice. */
function proposeLast(form: HTMLFormElement): void {
  const last = [...form.querySelectorAll<HTMLInputElement>('[name=method]')].find(({ value }) => value === lastSignInMethod());
  if (last !== undefined) last.checked = true;
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'method') rememberSignInMethod(target.value);
  });
}

function linkOf(error: unknown): MustLink | undefined {
  if (!(error instanceof ApiError) || error.code !== codes.mustLink.code) return undefined;
  const { ticket, expiresIn, name, label } = recordIn(error.data);
  return typeof ticket === 'string' && typeof expiresIn === 'number' && typeof name === 'string' && typeof label === 'string'
    ? { ticket, expiresIn, name, label }
    : undefined;
}
