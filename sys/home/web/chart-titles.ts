/** The charts by name, in order, with their titles, which are prefixed with the period. */
export const chartTitles = {
  operations: '操作次数',
  'sign-ins': '登录',
  hours: '各时段操作次数',
  modules: '各模块操作次数',
} as const;
export type ChartName = keyof typeof chartTitles;
