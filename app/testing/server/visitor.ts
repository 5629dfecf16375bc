import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import type { TestProvider } from '@back-office/server/testing/start-provider.ts';
import { type Session, userPassword } from './test-app.ts';

/** A browser: it follows redirects, and keeps cookies for each site. */
export class Visitor {
  readonly #provider: Pick<TestProvider, 'person'>;
  /** The product's address. */
  readonly office: string;
  readonly #cookies = new Map<string, string>();

  constructor({ provider, office }: { provider: Pick<TestProvider, 'person'>; office: string }) {
    this.#provider = provider;
    this.office = office;
  }

  /** Follows redirects to an address below `until`; returns that address without opening it. */
  async follow(from: string, until = '/login'): Promise<URL> {
    let next = new URL(from);
    for (let step = 0; step < 12; step += 1) {
      const response = await this.open(next);
      next = new URL(response.headers.get('location') ?? fail(`${next.href} leads nowhere: ${await response.text()}`), next);
      if (next.origin === this.office && next.pathname === until) return next;
    }
    return fail('led on for ever');
  }

  async open(url: URL, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}): Promise<Response> {
    const jar = [...this.#cookies].flatMap(([name, value]) =>
      name.startsWith(`${url.origin} `) ? [`${name.split(' ')[1]}=${value}`] : [],
    );
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie: jar.join('; '), ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(`${url.origin} ${name}`, value);
    }
    return response;
  }

  /** Goes to the provider as this subject, and returns the address of the redirect back. */
  async come(subject: string | undefined, way = 'corp'): Promise<URL> {
    this.#provider.person = subject;
    return this.follow(`${this.office}/api/login/${way}/start?redirect=/index`);
  }

  async exchange<Data = LoginAnswer>(at: URL): Promise<{ code: number; message: string; data: Data }> {
    return this.#post('login/ticket', { ticket: at.searchParams.get('ticket') ?? '' });
  }

  /** Signs in for the first time and proves the local password. */
  async link(subject: string, person: Session): Promise<LoginAnswer> {
    return (await this.linkBy(await this.ticketToLink(subject), person)).data;
  }

  /** Comes as somebody who is not linked yet, and returns the ticket for linking. */
  async ticketToLink(subject: string): Promise<string> {
    const { code, data } = await this.exchange<AnyRow>(await this.come(subject));
    if (code !== 40305) fail(`came in with ${code}`);
    return String(data['ticket']);
  }

  /** Proves the local password with such a ticket. */
  async linkBy(ticket: string, { account }: Session): Promise<{ code: number; message: string; data: LoginAnswer }> {
    const day = dayOf(new Date());
    return this.#post('login', { username: encryptField(account, day), password: encryptField(userPassword, day), link: ticket });
  }

  /** Signs out here, and returns the address of the redirect. */
  async signOut({ accessToken }: LoginAnswer['credentials']): Promise<URL> {
    const { data } = await this.#post<{ signOut: string }>('logout', {}, { authorization: accessToken });
    return new URL(data.signOut);
  }

  async #post<Data>(path: string, form: Record<string, string>, headers = {}): Promise<{ code: number; message: string; data: Data }> {
    const response = await this.open(new URL(`/api/${path}`, this.office), { method: 'POST', body: new URLSearchParams(form), headers });
    return (await response.json()) as { code: number; message: string; data: Data };
  }
}

function fail(message: string): never {
  throw new Error(message);
}
