import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { functionPart } from './server/function-part.ts';

/** Functions on the server: their tree. */
export const functionsServer: ServerFeature = {
  name: 'functions',
  parts: () => ({ 'sys/function': functionPart }),
};
