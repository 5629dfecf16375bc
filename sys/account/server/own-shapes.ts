import { type CallShape, idShape, nothing, pageQuery, pageShape, exactShape, timeShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import type { EndedSessions, OwnLogin, OwnOperation, OwnSession } from '../own.ts';

const text = z.string().nullable();
const session = exactShape<OwnSession>({
  id: idShape,
  loginIp: text,
  loginBrowser: text,
  loginOs: text,
  loginTime: timeShape,
  lastSeenTime: timeShape,
  tabCount: z.int(),
  current: z.boolean().describe('就是本次登录'),
});
const login = exactShape<OwnLogin>({
  id: idShape,
  loginType: z.string(),
  loginStatus: z.string(),
  loginMessage: text,
  loginIp: text,
  loginBrowser: text,
  loginOs: text,
  loginTime: timeShape,
});
const operation = exactShape<OwnOperation>({
  id: idShape,
  optModule: text,
  optType: text,
  optTarget: text,
  optStatus: z.string(),
  optMessage: text,
  optIp: text,
  optTime: timeShape,
});

/** Time filters, which `readFilters` parses. */
const within = (field: string) => {
  const filter = (words: string) => z.string().or(z.array(z.string())).optional().describe(`“${field}:时间”，${words}`);
  // Other filters are refused with messages of their own.
  return pageQuery.extend({ ge: filter('不早于'), le: filter('不晚于') }).loose();
};

/** Request and response schemas of the personal centre's calls. */
export const ownShapes = {
  sessions: { data: z.array(session) },
  endSession: { data: nothing },
  endOthers: { data: exactShape<EndedSessions>({ ended: z.int() }) },
  logins: { query: within('loginTime'), data: pageShape(login) },
  operations: { query: within('optTime'), data: pageShape(operation) },
} satisfies Record<string, CallShape>;
