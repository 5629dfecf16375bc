import { openPasskeyApp, passkeyOrigin } from '@back-office/app/testing/server/open-passkey-app.ts';
import { type Deviation, SoftwareAuthenticator } from '@back-office/server/testing/software-authenticator.ts';
import { userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let at: Awaited<ReturnType<typeof openPasskeyApp>>;
beforeAll(async () => {
  at = await openPasskeyApp();
});
afterAll(() => at.app.drop());

describe('adding a passkey', () => {
  it('asks for the password first, enables the second factor, returns recovery codes once, and notifies the person', async () => {
    const person = await at.app.userWith({});
    expect((await at.start(person.token, {})).code).toBe(40000);
    expect((await at.start(person.token, { password: 'wrong-password' })).code).toBe(40000);
    const { data: question } = await at.start(person.token, { password: userPassword });
    expect(question).toMatchObject({
      expiresIn: 300,
      options: {
        rp: { id: 'office.example.com', name: '管理后台' },
        user: { name: person.account },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    });
    const { code, data } = await at.save(person.token, question, new SoftwareAuthenticator(passkeyOrigin));
    expect([code, data.recoveryCodes?.length]).toEqual([20000, 10]);
    expect(await at.ownOf(person)).toEqual([
      expect.objectContaining({ id: data.id, passkeyName: '笔记本', passkeySynced: '否', lastUsedTime: null }),
    ]);
    expect(await at.twoStepOf(person)).toEqual({ active: true, app: false, required: false, recoveryCodes: 10 });
    expect(await at.noticesOf(person)).toEqual(['您的账号添加了通行密钥']);
    const { data: log } = await at.app.call<{ items: unknown[] }>(
      at.admin,
      'GET',
      `sys/log-opt/select-page?eq=userAccount:${person.account}&eq=optModule:通行密钥`,
    );
    expect(log.items).toEqual([expect.objectContaining({ optType: '新增', optTarget: '笔记本' })]);
  });

  it('identifies the person by random bytes that all their passkeys share, and never by their id', async () => {
    const { person, device, codes } = await at.withPasskey();
    const { data: question } = await at.start(person.token, { code: codes[0] });
    expect(question.options.user.id).toBe(device.credentials[0]?.userHandle);
    expect(Buffer.from(question.options.user.id, 'base64url')).toHaveLength(32);
    expect(question.options.excludeCredentials?.map(({ id }) => id)).toEqual(device.credentials.map(({ id }) => id));
  });

  it.each<[string, Deviation]>([
    ['the origin of another site', { origin: 'https://evil.example.com' }],
    ['the origin of another port', { origin: `${passkeyOrigin}:8443` }],
    ['the id of another relying party', { rpId: 'example.com' }],
    ['no user verification', { userVerified: false }],
    ['an unknown challenge', { challenge: 'AAAA' }],
  ])('refuses a response with %s, and invalidates the challenge', async (_name, deviation) => {
    const person = await at.app.userWith({});
    const device = new SoftwareAuthenticator(passkeyOrigin);
    const { data: question } = await at.start(person.token, { password: userPassword });
    expect(await at.save(person.token, question, device, deviation)).toMatchObject({ code: 40000, message: '通行密钥未通过校验，请重试' });
    expect(await at.save(person.token, question, device)).toMatchObject({ code: 40000, message: '通行密钥的验证已超时，请重试' });
    expect(await at.ownOf(person)).toEqual([]);
  });

  it('accepts a challenge once, in the session that requested it, within five minutes', async () => {
    const [person, other] = [await at.app.userWith({}), await at.app.userWith({})];
    const device = new SoftwareAuthenticator(passkeyOrigin);
    const { data: question } = await at.start(person.token, { password: userPassword });
    expect((await at.save(other.token, question, device)).code).toBe(40000);
    const again = await at.app.signIn(person.account, userPassword);
    expect((await at.save(again.token, question, device)).code).toBe(40000);
    expect((await at.save(person.token, question, device)).code).toBe(20000);
    expect((await at.save(person.token, question, device)).code).toBe(40000);
    const { data: late } = await at.start(other.token, { password: userPassword });
    await at.app.database.pool.query(`UPDATE sys_passkey_challenge SET create_time = create_time - interval '301 seconds'`);
    expect((await at.save(other.token, late, device)).code).toBe(40000);
  });

  it('refuses another person’s passkey, one that is not stored on its device, and malformed responses', async () => {
    const { device } = await at.withPasskey();
    const person = await at.app.userWith({});
    const known = device.credentials[0]?.id ?? '';
    const posted = async (response: object) => {
      const { data } = await at.start(person.token, { password: userPassword });
      return (await at.post(person.token, 'sys/passkey/save-own', { passkeyName: 'x', ceremony: data.ceremony, response })).code;
    };
    const made = device.create((await at.start(person.token, { password: userPassword })).data.options);
    expect(await posted({ ...made, id: known, rawId: known })).toBe(40000);
    expect(await posted({ ...made, clientExtensionResults: { credProps: { rk: false } } })).toBe(40000);
    expect(await posted({ ...made, response: { ...made.response, attestationObject: 'A'.repeat(70_000) } })).toBe(40000);
    expect(await posted({ ...made, response: { ...made.response, attestationObject: 'oQ' } })).toBe(40000);
    expect(await posted({ ...made, response: { ...made.response, clientDataJSON: 'e30' } })).toBe(40000);
    expect(await posted({})).toBe(40000);
    expect(await at.ownOf(person)).toEqual([]);
  });

  it('asks a person with a second factor for that factor, and accepts no password instead', async () => {
    const { person, device, codes } = await at.withPasskey();
    expect((await at.start(person.token, { password: userPassword })).code).toBe(40000);
    expect((await at.start(person.token, { code: codes[0] })).code).toBe(20000);
    expect((await at.start(person.token, { code: codes[0] })).code).toBe(40000);
    const proof = await at.fresh(person.token, device);
    const { code, data } = await at.start(person.token, proof);
    expect(code).toBe(20000);
    expect((await at.start(person.token, proof)).code).toBe(40000);
    const second = await at.save(person.token, data, device, {}, '手机');
    expect([second.code, second.data.recoveryCodes]).toEqual([20000, undefined]);
    expect((await at.ownOf(person)).map(({ passkeyName }) => passkeyName)).toEqual(['手机', '笔记本']);
  });

  it('is allowed for a person who must first set up a second factor, and meets that requirement', async () => {
    const person = await at.app.userWith({});
    await at.app.database.pool.query(`UPDATE sys_user SET two_step_required = '是' WHERE id = $1`, [person.userId]);
    expect((await at.app.call(person.token, 'GET', 'sys/user/select-sessions')).code).toBe(40303);
    const device = new SoftwareAuthenticator(passkeyOrigin);
    const { data: question } = await at.start(person.token, { password: userPassword });
    const { data } = await at.save(person.token, question, device);
    expect((await at.app.call(person.token, 'GET', 'sys/user/select-sessions')).code).toBe(20000);
    expect((await at.post(person.token, `sys/passkey/end-own/${data.id}`, await at.fresh(person.token, device))).code).toBe(40300);
    expect(await at.ownOf(person)).toHaveLength(1);
  });
});

describe('a repeated call that needs a proof', () => {
  it('is answered as the first was, although its code is used up', async () => {
    const { person, id, codes } = await at.withPasskey();
    for (const [path, code] of [
      ['start-own', codes[0]],
      [`end-own/${id}`, codes[1]],
    ]) {
      const headers = { 'idempotency-key': `${path} of ${person.account}` };
      const call = () => at.app.call(person.token, 'POST', `sys/passkey/${path}`, { code }, { headers });
      const first = await call();
      expect(first.code).toBe(20000);
      expect(await call()).toMatchObject({ code: 20000, data: first.data });
    }
    expect(await at.ownOf(person)).toEqual([]);
  });

  it('uses up no code if what it names is gone', async () => {
    const [{ person, codes, id }, other] = [await at.withPasskey(), await at.withPasskey()];
    expect((await at.post(person.token, `sys/passkey/end-own/${other.id}`, { code: codes[0] })).code).toBe(40400);
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, { code: codes[0] })).code).toBe(20000);
  });

  it('uses up no code if it is refused since it would remove the last factor of somebody who needs one', async () => {
    const { person, id, codes } = await at.withPasskey();
    const setRequired = (word: string) =>
      at.app.database.pool.query(`UPDATE sys_user SET two_step_required = $2 WHERE id = $1`, [person.userId, word]);
    await setRequired('是');
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, { code: codes[0] })).code).toBe(40300);
    await setRequired('否');
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, { code: codes[0] })).code).toBe(20000);
  });
});

describe('renaming and removing a passkey', () => {
  it('is reserved for its owner, who must prove their identity again to remove it and is notified', async () => {
    const { person, device, id } = await at.withPasskey();
    const other = await at.app.userWith({});
    const rename = (token: string, passkeyName: string) => at.app.call(token, 'PUT', `sys/passkey/rename-own/${id}`, { passkeyName });
    expect((await rename(other.token, '我的')).code).toBe(40400);
    expect((await rename(person.token, '')).code).toBe(40000);
    expect((await rename(person.token, '长'.repeat(51))).code).toBe(40000);
    expect((await rename(person.token, '家里的电脑')).code).toBe(20000);
    expect((await at.ownOf(person))[0]?.passkeyName).toBe('家里的电脑');
    expect((await at.post(other.token, `sys/passkey/end-own/${id}`, { password: userPassword })).code).toBe(40400);
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, { password: userPassword })).code).toBe(40000);
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, await at.fresh(person.token, device))).code).toBe(20000);
    expect(await at.ownOf(person)).toEqual([]);
    expect(await at.noticesOf(person)).toEqual(['您的账号移除了通行密钥', '您的账号添加了通行密钥']);
    expect((await at.app.login(person.account, userPassword)).code).toBe(20000);
  });

  it('is open to somebody whose password a manager set, who can add none: a stolen device is no reason to wait', async () => {
    const { person, id, codes } = await at.withPasskey();
    const manager = await at.app.userWith({});
    await at.app.database.pool.query('UPDATE sys_user SET password_giver = $2 WHERE id = $1', [person.userId, manager.userId]);
    expect(await at.start(person.token, { code: codes[0] })).toMatchObject({ code: 40000, message: '密码由他人设置，请先修改密码' });
    expect(await at.post(person.token, `sys/passkey/end-own/${id}`, { code: codes[0] })).toMatchObject({ code: 20000 });
  });

  it('is open to administrators who may edit the account, and leaves the person’s other sign-in methods intact', async () => {
    const { person, id } = await at.withPasskey();
    const keeper = await at.app.userWith({ 'sys/passkey': ['read', 'edit', 'delete'] });
    const strong = await at.withPasskey();
    await at.app.database.pool.query(
      `INSERT INTO sys_user_role (owner_id, target_id) SELECT $1, id FROM sys_role WHERE role_code = 'admin'`,
      [strong.person.userId],
    );
    const page = await at.app.call<{ items: { id: string }[] }>(keeper.token, 'GET', 'sys/passkey/select-page?limit=100');
    expect(page.data.items.map((row) => row.id)).toContain(id);
    expect(JSON.stringify(page.data)).not.toMatch(/publicKey|credential|handle/i);
    const rename = (token: string, which: string) => at.app.call(token, 'PUT', `sys/passkey/rename/${which}`, { passkeyName: '旧手机' });
    expect((await rename(keeper.token, id)).code).toBe(20000);
    expect((await rename(keeper.token, strong.id)).code).toBe(40300);
    expect((await at.app.call(keeper.token, 'DELETE', `sys/passkey/delete/${strong.id}`)).code).toBe(40300);
    expect((await at.app.call(keeper.token, 'DELETE', `sys/passkey/delete-ids/${id},${strong.id}`)).code).toBe(40300);
    expect((await at.app.call(keeper.token, 'DELETE', `sys/passkey/delete/${id}`)).code).toBe(20000);
    expect(await at.noticesOf(person)).toContain('管理员移除了您的通行密钥');
    expect((await at.app.login(person.account, userPassword)).code).toBe(20000);
    expect((await at.app.call(strong.person.token, 'DELETE', `sys/passkey/delete/${strong.id}`)).code).toBe(40300);
  });

  it('a reset of the second factor removes the passkeys too', async () => {
    const { person } = await at.withPasskey();
    expect((await at.app.call(at.admin, 'PUT', `sys/user/reset-two-step/${person.userId}`)).code).toBe(20000);
    expect(await at.ownOf(person)).toEqual([]);
    expect((await at.app.login(person.account, userPassword)).code).toBe(20000);
  });

  it('is refused for API keys and in the preview of a role', async () => {
    const { userId } = await at.app.userWith({});
    const { id } = await at.withPasskey();
    const { data: key } = await at.post<{ token: string }>(at.admin, 'sys/token/save', {
      tokenName: 'x',
      sysUserId: userId,
      tokenRights: ['sys/passkey:admin'],
      expireTime: new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }),
    });
    await at.app.database.pool.query(`UPDATE sys_token SET sys_user_id = (SELECT id FROM sys_user WHERE user_account = 'admin')`);
    const refused = await Promise.all([
      at.app.call(key.token, 'GET', 'sys/passkey/select-own'),
      at.post(key.token, 'sys/passkey/start-own', { password: userPassword }),
      at.post(key.token, 'sys/passkey/start-confirm'),
      at.app.call(key.token, 'PUT', `sys/passkey/rename/${id}`, { passkeyName: 'x' }),
      at.app.call(key.token, 'DELETE', `sys/passkey/delete/${id}`),
    ]);
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 40300));
    const { rows } = await at.app.database.pool.query<{ role: string }>('SELECT target_id AS role FROM sys_user_role WHERE owner_id = $1', [
      userId,
    ]);
    const { data: preview } = await at.post<{ credentials: { accessToken: string } }>(at.admin, `sys/role/preview/${rows[0]?.role ?? ''}`);
    expect((await at.start(preview.credentials.accessToken, { password: userPassword })).code).toBe(40300);
  });
});
