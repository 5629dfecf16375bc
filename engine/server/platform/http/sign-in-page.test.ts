import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { SignInWay } from '../../identity/ways/sign-in-way.ts';
import { directory, provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* The sign-in page before any code has loaded. */
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'back-office-web-'));
  const form = '<form><!-- sign-in: before --><input name="account"><!-- sign-in: after --></form>';
  await writeFile(join(webRoot, 'index.html'), `<!doctype html><script id="config" type="application/json">"__CONFIG__"</script>${form}`);
  await writeFile(join(webRoot, 'preview-frame.html'), '<!doctype html>');
});
afterAll(() => rm(webRoot, { recursive: true }));

const passkey: SignInWay = { id: 'passkey', kind: 'passkey', label: '通行密钥' };

/** The form of the page with these methods configured, and the nonce of its scripts. */
async function pageWith(ways: readonly SignInWay[], loginMethods?: readonly string[]): Promise<{ form: string; nonce: string }> {
  const app = await openTestApp({ webRoot, publicUrl: 'https://office.example', modules: withWays(ways), loginMethods });
  const { body } = await app.server.inject({ url: '/login', headers: { host: 'office.example' } });
  await app.drop();
  const form = /<form>(.*)<\/form>/s.exec(body)?.[1] ?? '';
  return { form, nonce: /nonce="([^"]+)"/.exec(form)?.[1] ?? '' };
}

it('the sign-in page is no byte larger with the password alone', async () => {
  expect((await pageWith([])).form).toBe('<input name="account">');
  expect((await pageWith([provider, passkey], ['password'])).form).toBe('<input name="account">');
});

it('the sign-in page contains all methods in order, ready to be used at once', async () => {
  const { form, nonce } = await pageWith([provider, directory, passkey]);
  expect(nonce).not.toBe('');
  expect(form.replaceAll(nonce, '')).toMatch(/^<style nonce="">.*<\/style><fieldset class="gate-choice">.*<input name="account">/s);
  expect(form).toContain('<input type="radio" name="method" value="password" checked><span>本地账号</span>');
  expect(form).toContain('<input type="radio" name="method" value="ad"><span>域账号</span>');
  // Names come from an operator, and are not markup.
  expect(form).toContain('<a class="gate-way" href="/api/login/corp/start">公司&#60;门户&#62;</a>');
  expect(form).toMatch(/<button type="button" class="gate-way" data-way="passkey">通行密钥<\/button><\/div><script nonce="[^"]+">/);
});

it('the sign-in page shows the form of the account admin behind a button if no method uses a password', async () => {
  const { form } = await pageWith([provider], ['corp']);
  expect(form).toMatch(
    /<a class="gate-way".*<button type="button" class="gate-back gate-local">使用管理员密码登录<\/button><input name="account">$/s,
  );
});

it.each([
  ['/login?redirect=%2Fsys%2Fuser%2Flist', '/sys/user/list'],
  ['/LOGIN?redirect=%2Fsys%2Fuser%2Flist', '/sys/user/list'],
  ['/Login/?redirect=%2Fsys%2Fuser%2Flist', '/sys/user/list'],
  ['/login', null],
  ['/sys/user/list?page=2', '/sys/user/list?page=2'],
  ['/loginfo', '/loginfo'],
])('a provider that is clicked before any code has loaded returns from %s to %s', async (at, wanted) => {
  const script = /<script nonce="[^"]+">(.*)<\/script>/s.exec((await pageWith([provider])).form)?.[1] ?? '';
  class Element {
    readonly dataset = {};
    readonly href = '/api/login/corp/start';
    search = '';
    readonly closest = () => this;
  }
  const [target, location] = [new Element(), new URL(at, 'https://office.example')];
  const addEventListener = (_type: string, listener: (event: object) => void): void => listener({ target });
  runInNewContext(script, { Element, location, URLSearchParams, addEventListener });
  expect(new URLSearchParams(String(target.search)).get('redirect')).toBe(wanted);
});
