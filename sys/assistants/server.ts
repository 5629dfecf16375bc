import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { mcpRoutes } from './server/mcp-routes.ts';
import { proposalRoutes } from './server/proposal-routes.ts';
import { clearProposals, countProposals } from './server/proposals.ts';

/** Assistants on the server: the endpoint of the Model Context Protocol, and what is proposed by it. */
export const assistantsServer: ServerFeature = {
  name: 'assistants',
  routes: (app, services) => {
    mcpRoutes(app, services);
    proposalRoutes(app, services);
  },
  jobs: ({ db }) => [{ name: 'clear-proposals', title: '清理助手建议', every: 3600, run: () => clearProposals(db) }],
  waiting: [
    {
      name: 'proposals',
      title: '助手的建议',
      icon: 'log-opt',
      order: 25,
      find: async ({ db, user }) => ({ count: await countProposals(db, user.userId, { unopened: true }), opens: { path: '/proposals' } }),
    },
  ],
};
