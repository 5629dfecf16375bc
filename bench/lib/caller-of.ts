import { Agent, request } from 'node:http';

/** One call with a body, under /api. */
export type Caller = <Data>(path: string, body: object) => Promise<{ code: number; data: Data }>;

/** Calls a node as a signed-in person. */
export function callerOf(own: string, token: string, sockets: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  return <Data>(path: string, body: object) =>
    new Promise<{ code: number; data: Data }>((done, fail) => {
      const headers = { authorization: token, 'content-type': 'application/json' };
      const sent = request(`${own}/api/${path}`, { method: 'POST', agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => done(JSON.parse(text) as { code: number; data: Data }));
      });
      sent.on('error', fail);
      sent.end(JSON.stringify(body));
    });
}
