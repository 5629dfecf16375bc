/** Makes a select clearable; antd's own label for the cross is English. */
export const clearable = { label: '清除' };
