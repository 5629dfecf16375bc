/**
 * The status of a record (dictionary `status`): only an enabled record is offered as a choice and takes effect.
 * @example
 * export const isOpen = ({ orgStatus }: RowOf<typeof org>) => orgStatus === statuses.enabled;
 */
export const statuses = { enabled: '正常', disabled: '停用' } as const;

/**
 * The two values of a status that a list switch toggles (`listOptions.toggle`).
 * @example
 * export const supplier = defineResource({
 *   name: 'acme/supplier',
 *   title: '供应商',
 *   table: 'acme_supplier',
 *   label: 'supplierName',
 *   fields: {
 *     supplierName: { kind: 'text', label: '名称', required: true, max: 100, log: 'plain' },
 *     supplierStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain' },
 *   },
 *   list: ['supplierName', 'supplierStatus'],
 *   listOptions: { toggle: { supplierStatus: { values: enabledOrNot } } },
 *   form: ['supplierName', 'supplierStatus'],
 *   sort: 'supplierName:asc',
 * });
 */
export const enabledOrNot = [statuses.enabled, statuses.disabled] as const;

/** The two values of a boolean that a list switch toggles. */
export const yesOrNo = ['是', '否'] as const;

/** The status of a user (dictionary `user_status`): a registration first awaits approval. */
export const userStatuses = { ...statuses, awaiting: '待审核', rejected: '已拒绝' } as const;

/** The outcome of an operation in the logs (dictionary `result_status`). */
export const outcomes = { success: '成功', failure: '失败' } as const;
