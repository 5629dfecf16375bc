/**
 * Options for confirming an irreversible action: a red button, and the initial focus on the cancel button, so that a stray
 * Enter does no harm. Spread into antd's `modal.confirm`.
 * @example
 * const ask = async () => (await feedback.ready()).modal.confirm({ title: '作废这份合同？', okText: '作废', ...dangerous });
 */
export const dangerous = { okButtonProps: { danger: true }, autoFocusButton: 'cancel' } as const;
