import { expect, it } from 'vitest';
import { checkPassword } from './check-password.ts';

const owner = { account: 'zhang.wei', name: '张伟', phone: '13812345678' };

it.each(['Zhangwei#88', 'weizhang@1', 'W3izhang12', 'a13812345678'])(
  'refuses %s, which is made up of its owner’s account, name or phone number',
  async (password) => {
    expect(await checkPassword(password, owner)).toBe('密码由账号、姓名或手机号组成，容易被猜到');
  },
);

it('checks any text in little processor time', async () => {
  await checkPassword('Green-Lamp-7', owner);
  for (const text of ['20'.repeat(128), 'aB3$'.repeat(64), '4@8({[<3'.repeat(32), '13812345'.repeat(32)]) {
    const { user } = process.cpuUsage();
    await checkPassword(text, owner);
    expect(process.cpuUsage().user - user).toBeLessThan(200_000);
  }
});
