import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { callOf, Refusal, respond, type Answers, type Call } from '@back-office/web/testing/answer-call.ts';
import { dictionaries, optionsOf } from '@back-office/web/testing/sample.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { empty, failed, filled, many, places, refused, stale, waiting } from './resources.ts';

/** The entries of the dictionary, with their colours. */
export const states = ['起草', '履行中#52c41a', '已到期#faad14', '已终止（双方协商一致提前解除）#ff4d4f'];
const stateOf = (at: number): string => (states[at % states.length] ?? '').split('#')[0] ?? '';
const owners = ['林晚晴', '顾砚舟', '桑知予', '阿依古丽·买买提江'];

const contractsOf = (resource: Resource, count: number): AnyRow[] =>
  rowsOf(
    resource,
    ...Array.from({ length: count }, (_, at) => ({
      contractName:
        at === 1 ? '与岚山精密仪器（苏州工业园区）有限公司的年度设备维护保养框架合同' : `采购合同 ${String(at + 1).padStart(5, '0')}`,
      contractState: stateOf(at),
      contractAmount: (at + 1) * 12_800.5,
      signedOn: `2026-03-${String((at % 28) + 1).padStart(2, '0')}`,
      ownerId: String(at % owners.length),
      ownerIdLabel: owners[at % owners.length],
      contractNote: at % 3 === 0 ? '原件在总部档案室，扫描件见附件；续签前须经法务与财务会签，盖章后寄回一份。' : null,
    })),
  );

/** A record as it was read, and as somebody else has saved it since. */
export const stored: AnyRow = { ...contractsOf(filled, 1)[0], id: '1', version: 1, updateTime: '2026-03-04 05:06:07' };
const theirs: AnyRow = {
  ...stored,
  version: 2,
  contractAmount: 99,
  contractNote: '已由法务修改',
  updateUserLabel: '顾砚舟',
  updateTime: '2026-03-05 08:00:00',
};

const place = (id: string, placeName: string, parentId: string | null, hasChildren: boolean): AnyRow => ({
  id,
  version: 0,
  placeName,
  parentId,
  hasChildren,
  placeNote: hasChildren ? null : '双人双锁',
});
const allPlaces = [
  place('1', '总部大楼', null, true),
  place('2', '苏州第一工厂', null, true),
  place('11', '一层大厅', '1', false),
  place('12', '二层档案室', '1', false),
  place('21', '总装车间', '2', true),
  place('211', '计量检测中心', '21', false),
];
const childrenOf = ({ query }: Call) => {
  const [wanted] = query.getAll('eq').filter((term) => term.startsWith('parentId:'));
  const parent = wanted?.slice('parentId:'.length) ?? '';
  const items = allPlaces.filter(({ parentId }) => (parentId ?? '') === parent);
  return { items, total: items.length };
};

let isConnected = true;

/** From now on the server of the list that loses its connection is unreachable. */
export function loseConnection(): void {
  isConnected = false;
}

const answers = new Map<string, unknown>(
  Object.entries<unknown>({
    ...stubList(filled, contractsOf(filled, 36)),
    ...stubList(many, contractsOf(many, 10_000)),
    ...stubList(empty, []),
    [`GET /api/${waiting.name}/select-page`]: () => new Promise(() => undefined),
    [`GET /api/${failed.name}/select-page`]: () => {
      throw new Refusal('serverError');
    },
    [`GET /api/${refused.name}/select-page`]: () => {
      throw new Refusal('notPermitted');
    },
    ...stubList(stale, []),
    [`GET /api/${stale.name}/select-page`]: () => {
      if (!isConnected) throw new Refusal('unavailable');
      return { items: contractsOf(stale, 5), total: 5 };
    },
    [`GET /api/${filled.name}/select/1`]: stored,
    [`GET /api/${filled.name}/select-uses/1`]: [],
    'POST /api/live/watch': { version: 1 },
    [`POST /api/${filled.name}/save`]: () => {
      throw new Refusal('conflict', undefined, { conflict: 'version', current: theirs });
    },
    [`GET /api/${places.name}/select-page`]: childrenOf,
    [`GET /api/${places.name}/select-counts`]: { counts: [allPlaces.length] },
    'GET /api/sys/user/preference': {},
    'GET /api/sys/recycle/select-page': { items: [], total: 0 },
    'GET /api/sys/dict/select-tree': dictionaries({ showcase: states }),
    ...Object.fromEntries(
      ['sys/user', 'sys/role', 'sys/org', 'sys/sample'].map((name) => [
        `GET /api/${name}/select-options`,
        optionsOf('林晚晴', '顾砚舟', '桑知予'),
      ]),
    ),
  } satisfies Answers),
);

/** Answers all calls of the page, as a server in each of these states would. */
export function answerCalls(): void {
  globalThis.fetch = async (input, init = {}) => {
    const call = callOf(input instanceof Request ? input.url : String(input), init);
    await new Promise((resolve) => setTimeout(resolve));
    init.signal?.throwIfAborted();
    const name = `${call.method} ${call.path}`;
    return respond(call, answers.has(name) ? answers.get(name) : null, init.signal ?? undefined);
  };
}
