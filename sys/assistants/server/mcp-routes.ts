import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '@back-office/contract/envelope.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { errorHandler } from '@back-office/server/platform/http/error-handler.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { type Answer, callOwnApi } from './call-own-api.ts';
import { describeResource, lineOf, readableResources } from './describe-resources.ts';
import { logCall } from './log-call.ts';
import type { AssistantParts } from './make-assistant.ts';
import { propose, type ProposedChange } from './propose.ts';

/**
 * `POST /api/mcp`: the Model Context Protocol over HTTP, one request at a time without sessions, for holders of an API key
 * (docs/decisions/0083-assistants.md). The library is loaded at the first call.
 */
export function mcpRoutes(app: FastifyInstance, services: Services): void {
  const isOff = (): boolean => !services.settings.assistants;
  const config = { right: 'session', keys: true, summary: '供助手使用的 MCP 接口', isOff } as const;
  app.post('/api/mcp', { config, errorHandler: refuseByStatus }, async (request) => {
    if (isOff()) throw new Refusal('gone', { message: '未启用助手' });
    if (signedInOf(request).key === undefined) throw new Refusal('notPermitted', { message: '助手只能使用接口密钥' });
    const [{ createMcpHandler }, { makeAssistant }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./make-assistant.ts'),
    ]);
    const handler = createMcpHandler(() => makeAssistant(partsOf(app, request, services)), {
      // There are no change notifications: a stream would stay open for nothing.
      maxSubscriptions: 0,
      onerror: (error) => request.log.warn({ err: error }, 'A call of an assistant was not understood'),
    });
    return handler.fetch(webRequestOf(request), { parsedBody: request.body });
  });
}

/** Refuses with an HTTP status that MCP clients understand: they do not read envelopes under 200. */
function refuseByStatus(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const statuses: Partial<Record<Refusal['outcome'], number>> = { noSession: 401, sessionEnded: 401, notPermitted: 403, gone: 404 };
  if (!(error instanceof Refusal)) return errorHandler(error, request, reply);
  const status = statuses[error.outcome];
  if (status === undefined) return errorHandler(error, request, reply);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(status).send(error.envelope());
}

/** The request for the protocol's library, without the credentials. */
function webRequestOf({ headers, host }: FastifyRequest): Request {
  const passedOn = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = headers[name];
    if (typeof value === 'string') passedOn.set(name, value);
  }
  return new Request(`http://${host}/api/mcp`, { method: 'POST', headers: passedOn });
}

/** The tools' implementations, for the person behind a request; each call is written to the operation log. */
function partsOf(app: FastifyInstance, request: FastifyRequest, { db, office, settings, contextOf }: Services): AssistantParts {
  const { rights, sessionId } = signedInOf(request);
  let isFirst = true;
  let proposals = 0;
  /** Counts a tool that makes no call of its own, except the first, which the request itself counted: a batch may contain a hundred. */
  const runCounted = async (work: () => Promise<Answer>): Promise<Answer> => {
    if (!isFirst) app.sessions.countKeyCall(sessionId);
    isFirst = false;
    return work();
  };
  const find = (name: string) => office.resources.find((each) => each.name === name);
  const runLogged = async (
    tool: string,
    name: string | undefined,
    args: Readonly<Record<string, unknown>>,
    work: () => Promise<Answer>,
  ) => {
    const start = performance.now();
    const answer = await work();
    const duration = Math.round(performance.now() - start);
    const message = answer.ok ? undefined : answer.message;
    await logCall(db, request, { tool, resource: name === undefined ? undefined : find(name), args, message, duration });
    return answer;
  };
  const readable = readableResources(office.resources, rights);
  return {
    title: settings.title,
    describe: (name) =>
      runLogged('describe', name, { resource: name ?? null }, () =>
        refusalAsAnswer(() =>
          runCounted(() => {
            if (name === undefined) return Promise.resolve({ ok: true, data: readable.map((each) => lineOf(each, rights)) });
            const resource = readable.find((each) => each.name === name);
            return Promise.resolve(resource === undefined ? unknownResource : { ok: true, data: describeResource(resource, rights) });
          }),
        ),
      ),
    ask: (tool, name, call, query) =>
      runLogged(tool, name, { resource: name, call, query: query.toString() }, () =>
        // A path is made only from a declared resource's name, never from other input.
        readable.some((each) => each.name === name) ? callOwnApi(app, request, `${name}/${call}`, query) : Promise.resolve(unknownResource),
      ),
    propose: (change) => {
      // Each in a batch is a change of its own.
      const part = { name: `propose ${(proposals += 1)}`, asked: change };
      return runLogged(
        'propose',
        change.resource,
        { resource: change.resource, id: change.id ?? null, fields: Object.keys(change.values) },
        () =>
          refusalAsAnswer(() =>
            runCounted(async () =>
              proposed(await once(db, request, (transaction) => propose(contextOf(transaction, request), change), part), change),
            ),
          ),
      );
    },
  };
}

const unknownResource: Answer = { ok: false, code: codes.notPermitted.code, message: '没有这类数据，或当前密钥无权查看' };

/** The answer to a proposal. */
const proposed = (proposal: string, { id }: ProposedChange): Answer => ({
  ok: true,
  data: { proposal, saved: false, next: `建议已留下，等待其本人在${id === undefined ? '新增' : '修改'}表单中核对后保存` },
});

/** Returns a refusal as an answer, with the issues of each field. */
async function refusalAsAnswer(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, data } = error.envelope();
    return { ok: false, code, message: data === undefined ? message : `${message} ${JSON.stringify(data)}` };
  }
}
