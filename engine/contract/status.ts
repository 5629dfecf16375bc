/**
 * What the status of a record says (dictionary `status`): only one that is enabled is offered and counts.
 * @example
 * export const isOpen = ({ orgStatus }: RowOf<typeof org>) => orgStatus === statuses.enabled;
 */
export const statuses = { enabled: '正常', disabled: '停用' } as const;

/**
 * The two values of a status that a switch in the list changes (`listOptions.toggle`).
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

/** A boolean that is changed in the list. */
export const yesOrNo = ['是', '否'] as const;

/** The status of a person (dictionary `user_status`): who registers awaits an answer first. */
export const userStatuses = { ...statuses, awaiting: '待审核', rejected: '已拒绝' } as const;

/** How an operation ended, in the logs (dictionary `result_status`). */
export const outcomes = { success: '成功', failure: '失败' } as const;
