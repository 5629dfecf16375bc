import { expect, it } from 'vitest';
import { outcomeOfError } from './outcome-of-error.ts';

it.each([
  ['an address that the mail client itself refuses', { code: 'EENVELOPE' }, { state: 'failed', reason: '收件地址不能使用' }],
  ['a recipient that the server refuses permanently', { code: 'EENVELOPE', responseCode: 550, response: '550 no' }, { state: 'failed' }],
  [
    'a server that refuses the connection in its greeting',
    { code: 'EPROTOCOL', responseCode: 554, response: '554 go away' },
    { state: 'again' },
  ],
  ['a server without encryption', { code: 'ETLS' }, { state: 'again', reason: '与邮件服务器的加密连接没有建立，邮件没有发出' }],
  ['an error without a code', new Error('what'), { state: 'again', reason: '连接不到邮件服务器' }],
])('%s is classified as final or to be retried', (_what, error, outcome) => {
  expect(outcomeOfError(error)).toMatchObject(outcome);
});
