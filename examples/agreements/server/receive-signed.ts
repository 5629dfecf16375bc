import { escapeHtml, nothing, ok, publishNotice, Refusal, type Services, settingsOf, withTransaction } from 'back-office/server';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { acmeSettings } from '../settings.ts';
import { keepBytes, requireSigned } from './signed-body.ts';

const signedShape = z.object({ agreementNo: z.string().min(1).max(50), signedBy: z.string().min(1).max(100) });

/** POST signed: the signing service tells that a party has signed, and whoever is in charge gets a notice, once for each delivery. */
export function receiveSignedRoute(app: FastifyInstance, services: Services): void {
  const { ACME_SIGNING_KEY: key } = settingsOf(services, acmeSettings);
  const isOff = (): boolean => key === undefined;
  const shape = { body: signedShape, data: nothing };
  app.post(
    '/api/acme/agreement/signed',
    { preParsing: keepBytes, bodyLimit: 16 * 1024, config: { right: 'public', summary: '接收签署结果', shape, isOff } },
    async (request) => {
      // Without a key, whoever signs with an empty one would be believed.
      if (key === undefined) throw new Refusal('noSuchCall');
      const delivery = requireSigned(request, key, services.clock());
      // The sender sees the HTTP status alone: 40000 and 40400 have 200, and would not come again.
      const { data } = signedShape.safeParse(request.body);
      if (data === undefined) throw new Refusal('malformed');
      const { agreementNo, signedBy } = data;
      await withTransaction(services.db, async (db) => {
        await sql`DELETE FROM acme_delivery WHERE create_time < now() - interval '30 days'`.execute(db);
        const { rows: fresh } = await sql`
          INSERT INTO acme_delivery (id) VALUES (${delivery}) ON CONFLICT DO NOTHING RETURNING id`.execute(db);
        if (fresh.length === 0) return;
        const { rows } = await sql<{ agreementName: string; sysUserId: string }>`
          SELECT agreement_name, sys_user_id FROM acme_agreement WHERE agreement_no = ${agreementNo}`.execute(db);
        const [signed] = rows;
        if (signed === undefined) throw new Refusal('malformed', { message: '没有这个编号的合同' });
        await publishNotice(db, {
          title: `合同“${signed.agreementName}”已签署`,
          content: `<p>${escapeHtml(signedBy)} 已签署 ${escapeHtml(agreementNo)}。</p>`,
          scope: '用户',
          targets: [signed.sysUserId],
        });
      });
      return ok(undefined);
    },
  );
}
