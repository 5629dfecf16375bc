/**
 * What a question before something that cannot be undone has in common: its button says so by its colour, and the
 * focus begins at the other one, so that an Enter too many harms nobody. Spread into antd's `modal.confirm`.
 * @example
 * const ask = async () => (await feedback.ready()).modal.confirm({ title: '作废这份合同？', okText: '作废', ...dangerous });
 */
export const dangerous = { okButtonProps: { danger: true }, autoFocusButton: 'cancel' } as const;
