import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance } from 'fastify';
import { once } from '@back-office/server/identity/session/once.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { proposalShapes } from './proposal-shapes.ts';
import { deleteProposal, openProposal, readProposals } from './proposals.ts';

interface OfId {
  Params: { id: string };
}

/** Proposals of assistants to the caller: `select-own`, `open-own/:id` when one is put into its form, `delete-own/:id`. */
export function proposalRoutes(app: FastifyInstance, { db }: Services): void {
  const config = { right: 'session' } as const;
  const base = '/api/sys/proposal';
  const idOf = (id: string): string => (isId(id) ? id : refuse());
  app.get(`${base}/select-own`, { config: { ...config, summary: '助手给本人的建议', shape: proposalShapes.selectOwn } }, async (request) =>
    ok(await readProposals(db, signedInOf(request).userId)),
  );
  app.post<OfId>(
    `${base}/open-own/:id`,
    { config: { ...config, summary: '把助手的一条建议填入表单', shape: proposalShapes.decided } },
    async (request) => {
      const id = idOf(request.params.id);
      return ok(
        await once(db, request, async (transaction) => (await openProposal(transaction, signedInOf(request).userId, id)) || refuse()),
      );
    },
  );
  app.delete<OfId>(
    `${base}/delete-own/:id`,
    { config: { ...config, summary: '移除助手的一条建议', shape: proposalShapes.decided } },
    async (request) => {
      const id = idOf(request.params.id);
      return ok(
        await once(db, request, async (transaction) => (await deleteProposal(transaction, signedInOf(request).userId, id)) || refuse()),
      );
    },
  );
}

function refuse(): never {
  throw new Refusal('gone');
}
