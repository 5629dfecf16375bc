/** Lets a choice be taken back; antd's own word for the cross is English. */
export const clearable = { label: '清除' };
